import { COMMANDS } from '@waymark/commands/commands';
import { Button } from '#/ui/button/Button.tsx';
import styles from '../form/CommandForm.module.css';
import type { SectionProps } from '../form/order-desk.ts';

const TYPE = 'CellOfflineDownloadState';

/** Starts or stops the upload of what the device recorded while it was offline. */
export function OfflineDownload({ desk, refusal }: Pick<SectionProps, 'desk' | 'refusal'>) {
  const { label, summary } = COMMANDS[TYPE];
  const block = refusal ?? desk.blockedBecause;
  const send = (OfflineDownloadState: 0 | 1) => desk.order({ commandType: TYPE, parameters: { OfflineDownloadState } });
  return (
    <div className={styles.apart} role="group" aria-label={label}>
      <div className={styles.foot} data-wide>
        <span className={styles.note}>{summary}</span>
        {(
          [
            ['Begin', 1],
            ['End', 0],
          ] as const
        ).map(([words, state]) => (
          <Button
            key={words}
            size="small"
            disabled={block !== undefined}
            title={block}
            isBusy={desk.isSending}
            onClick={() => send(state)}
          >
            {words}
          </Button>
        ))}
      </div>
    </div>
  );
}
