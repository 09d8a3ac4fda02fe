import { t } from '#/language/t.ts';
import { Button } from '../button/Button.tsx';
import { Icon, type IconName } from '../button/Icon.tsx';
import { IconButton } from '../button/IconButton.tsx';
import styles from './ToastCard.module.css';
import type { Toast, ToastKind } from './toast-queue.ts';

const marks: Readonly<Record<ToastKind, IconName>> = { success: 'check', notice: 'notice', error: 'error' };

export function ToastCard({ toast, onClose }: { readonly toast: Toast; readonly onClose: () => void }) {
  const { kind, message, detail, logId, act } = toast;
  const carryOut = () => {
    onClose();
    act?.onAct();
  };
  return (
    <div className={styles.card} data-kind={kind}>
      <span className={styles.mark}>
        <Icon name={marks[kind]} size={15} stroke={1.8} />
      </span>
      <span className={styles.words}>
        <span className={styles.message}>{message}</span>
        {detail !== undefined && <span className={styles.detail}>{detail} </span>}
        {logId !== undefined && <span className={styles.detail}>{`LogId = ${logId}`}</span>}
      </span>
      {act && (
        <Button size="tiny" onClick={carryOut}>
          {act.label}
        </Button>
      )}
      <IconButton icon="close" label={t('Close')} isSmall onClick={onClose} />
    </div>
  );
}
