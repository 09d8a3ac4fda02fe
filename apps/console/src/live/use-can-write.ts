import { explainWriteBlock } from './online-view.ts';
import { useOnline } from './online-store.ts';

/** Whether changes can be saved now, and if not, the reason for the tooltip of the disabled button. */
export function useCanWrite(): { readonly canWrite: boolean; readonly blockedBecause: string | undefined } {
  const reason = useOnline(({ online }) => explainWriteBlock(online));
  return { canWrite: reason === null, blockedBecause: reason ?? undefined };
}
