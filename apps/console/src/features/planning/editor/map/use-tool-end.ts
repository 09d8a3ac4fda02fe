import { useEscapeKey } from '#/ui/dialog/use-escape-key.ts';
import { chooseTool } from '../editor-store.ts';

/** Esc puts the tool down. */
export function useToolEnd(): void {
  useEscapeKey(() => {
    chooseTool('none');
    return true;
  });
}
