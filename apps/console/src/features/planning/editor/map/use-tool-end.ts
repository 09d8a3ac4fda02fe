import { useEscapeKey } from '#/ui/dialog/use-escape-key.ts';
import { chooseTool } from '../editor-store.ts';

/** Escape ends the tool. */
export function useToolEnd(): void {
  useEscapeKey(() => {
    chooseTool('none');
    return true;
  });
}
