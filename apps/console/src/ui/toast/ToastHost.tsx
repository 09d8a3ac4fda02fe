import { Notifications, notificationsStore, useNotifications } from '@mantine/notifications';
import { useLayoutEffect, useState, type CSSProperties } from 'react';
import { placeToasts, TOAST_EDGE } from './toast-place.ts';
import { toastLimit } from './toast-queue.ts';
import styles from './ToastCard.module.css';

const POSITION = 'bottom-right';
const HOST = `.${styles.host}[data-position='${POSITION}']`;
const CONTROLS = 'button, a[href], input, select, textarea, [role=tab], [role=menuitem], [role=option]';

/** The controls that can be clicked now; under a modal dialog these are the dialog's only. */
function listControls(host: Element): DOMRect[] {
  const dialogs = document.querySelectorAll('[aria-modal=true]');
  const place = dialogs.item(dialogs.length - 1) ?? document;
  return [...place.querySelectorAll(CONTROLS)]
    .filter((control) => !host.contains(control) && control.checkVisibility())
    .map((control) => control.getBoundingClientRect())
    .filter(({ width, height }) => width > 1 && height > 1);
}

/** A place for the toasts that covers no control, updated while they are shown and the page changes. */
function useClearPlace(): CSSProperties {
  const [corner, setCorner] = useState({ right: TOAST_EDGE, bottom: TOAST_EDGE });
  const isAnyShown = useNotifications(notificationsStore).notifications.length > 0;
  useLayoutEffect(() => {
    if (!isAnyShown) return undefined;
    let frame = 0;
    const place = () => {
      frame = 0;
      const host = document.querySelector(HOST);
      if (!host || host.clientHeight === 0) return;
      const size = { width: host.clientWidth, height: host.clientHeight };
      const screen = { width: window.innerWidth, height: window.innerHeight };
      setCorner((current) => placeToasts(size, screen, listControls(host), current));
    };
    const placeSoon = () => {
      frame ||= requestAnimationFrame(place);
    };
    placeSoon();
    const observer = new MutationObserver(placeSoon);
    observer.observe(document.body, { childList: true, subtree: true });
    window.addEventListener('resize', placeSoon);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      window.removeEventListener('resize', placeSoon);
    };
  }, [isAnyShown]);
  return { '--toasts-right': `${corner.right}px`, '--toasts-bottom': `${corner.bottom}px` } as CSSProperties;
}

/** Shows the toasts; rendered once. It may load late: earlier toasts are queued until then. */
export function ToastHost() {
  return (
    <Notifications
      className={styles.host}
      style={useClearPlace()}
      position={POSITION}
      limit={toastLimit}
      transitionDuration={180}
      zIndex="var(--wm-z-toast)"
      renderNotification={(toast) => toast.message}
    />
  );
}
