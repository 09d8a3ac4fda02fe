import { useEffectEvent, useEffect } from 'react';
import { useServerClock } from '#/live/clock-store.ts';
import { findTopWindow } from '#/ui/window/window-stack.ts';
import { useWindowStore } from '#/ui/window/window-store.ts';
import { HeldBanner } from './HeldBanner.tsx';
import { StreamPlots } from './plots/StreamPlots.tsx';
import type { StreamSession } from './session/session-types.ts';
import type { StreamSound } from './sound/stream-sound.ts';
import { StreamBadges } from './StreamBadges.tsx';
import styles from './StreamDialog.module.css';
import { StreamNotice } from './StreamNotice.tsx';
import { StreamToolbar } from './StreamToolbar.tsx';
import { takeScreenshot } from './take-screenshot.ts';

/** Elements that handle the space bar themselves. */
const TAKES_SPACE = 'button, input, textarea, select, [role="slider"], [role="listbox"], [role="menu"]';

/** Space pauses and resumes the plots of the topmost window. */
function usePauseKey(windowId: string, session: StreamSession): void {
  const toggle = useEffectEvent(() => (session.getState().status.pause === null ? session.pause() : session.resume()));
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented, repeat } = event;
      if (key !== ' ' || defaultPrevented || repeat || !(target instanceof Element)) return;
      if (
        findTopWindow(useWindowStore.getState().stack)?.id !== windowId ||
        document.querySelector('[aria-modal="true"]')
      )
        return;
      const isHere =
        target === document.body || target.closest('[role="dialog"]')?.querySelector(`[data-stream="${windowId}"]`);
      if (!isHere || target.closest(TAKES_SPACE)) return;
      event.preventDefault();
      toggle();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [windowId]);
}

interface StreamDialogProps {
  readonly windowId: string;
  readonly session: StreamSession;
  readonly sound: StreamSound;
  readonly areOptionsOpen: boolean;
  readonly onOptions: () => void;
}

/** The live signals of one device with all their controls. */
export function StreamDialog({ windowId, session, sound, areOptionsOpen, onOptions }: StreamDialogProps) {
  usePauseKey(windowId, session);
  const screenshot = () => void takeScreenshot(session, Date.now() + useServerClock.getState().offsetMs);
  return (
    <div className={styles.dialog} data-stream={windowId}>
      <StreamToolbar {...{ session, sound, areOptionsOpen, onOptions }} onScreenshot={screenshot} />
      <StreamBadges session={session} />
      <HeldBanner session={session} />
      <div className={styles.stage}>
        <div className={styles.plots}>
          <StreamPlots session={session} />
        </div>
        <StreamNotice session={session} />
      </div>
    </div>
  );
}
