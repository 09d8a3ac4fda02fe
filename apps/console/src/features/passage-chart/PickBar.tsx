import { Button } from '#/ui/button/Button.tsx';
import { useEscapeKey } from '#/ui/dialog/use-escape-key.ts';
import styles from './PassageWindow.module.css';

/** While it is shown, a click in the chart picks a time; Escape ends that. */
export function PickBar({ onEnd }: { readonly onEnd: () => void }) {
  useEscapeKey(() => {
    onEnd();
    return true;
  });
  return (
    <div className={styles.pick}>
      <span role="status">Click where the passage was. With the keyboard: arrows move, Enter picks.</span>
      <Button size="tiny" onClick={onEnd}>
        Stop editing
      </Button>
    </div>
  );
}
