import { Notifications } from '@mantine/notifications';
import { toastLimit } from './toast-queue.ts';
import styles from './ToastCard.module.css';

/** Where toasts appear; once in the tree. It may load late: toasts shown before wait for it. */
export function ToastHost() {
  return (
    <Notifications
      className={styles.host}
      position="bottom-right"
      limit={toastLimit}
      transitionDuration={180}
      zIndex="var(--wm-z-toast)"
      renderNotification={(toast) => toast.message}
    />
  );
}
