import { iconPaths, type IconName } from './icon-paths.ts';
import { LineDrawing, type DrawingProps } from './Sign.tsx';

export function Icon({ name, ...drawing }: DrawingProps & { readonly name: IconName }) {
  return <LineDrawing path={iconPaths[name]} {...drawing} />;
}
