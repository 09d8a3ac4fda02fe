import { signPaths, type SignName } from './sign-paths.ts';

export interface DrawingProps {
  /** Side in px; default 16. */
  readonly size?: number;
  /** Stroke width in the 16 px box; 1.8 for prominent status marks. */
  readonly stroke?: number;
}

/**
 * A line drawing in the colour of the surrounding text. Hidden from screen readers: the control around it needs a name.
 */
export function LineDrawing({ path, size = 16, stroke = 1.4 }: DrawingProps & { readonly path: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  );
}

/** An icon of the few that are loaded before the login screen. */
export function Sign({ name, ...drawing }: DrawingProps & { readonly name: SignName }) {
  return <LineDrawing path={signPaths[name]} {...drawing} />;
}
