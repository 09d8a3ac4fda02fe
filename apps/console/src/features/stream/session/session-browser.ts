import { logFailure } from '#/api/api-error.ts';
import { useServerClock } from '#/live/clock-store.ts';
import { liveEvents, recoverySteps } from '#/live/live.ts';
import { saveBlob } from '#/ui/field/save-file.ts';
import { showError, showNotice } from '#/ui/toast/toasts.ts';
import { deviceStore } from '#/features/devices/store/device-store.ts';
import { addPassage, createDesk } from './session-calls.ts';
import type { SessionPage, SessionParts } from './session-parts.ts';

type Stop = () => void;

function on(target: EventTarget, name: string, listener: (event: Event) => void): Stop {
  target.addEventListener(name, listener);
  return () => target.removeEventListener(name, listener);
}

const page: SessionPage = {
  now: () => performance.now(),
  requestFrame(run) {
    const asked = requestAnimationFrame(run);
    return () => cancelAnimationFrame(asked);
  },
  isVisible: () => document.visibilityState === 'visible',
  onVisibility: (listener) => on(document, 'visibilitychange', listener),
  onLeave: (listener) => on(window, 'pagehide', listener),
  onReturn: (listener) =>
    on(window, 'pageshow', (event) => event instanceof PageTransitionEvent && event.persisted && listener()),
  onRecovery: (listener) => recoverySteps.register('restore', async () => listener()),
  saveBlob,
};

/** The dependencies of one device's session in this page. */
export function createBrowserParts(uid: number): SessionParts {
  const readDevice = () => deviceStore.get(uid);
  return {
    page,
    voice: {
      notice: (message) => showNotice(message, String(uid)),
      error: showError,
      log: logFailure,
    },
    desk: createDesk({
      uid,
      events: liveEvents,
      readDevice,
      now: () => Date.now() + useServerClock.getState().offsetMs,
    }),
    addPassage(passage) {
      const { lat = null, lon = null } = readDevice() ?? {};
      return addPassage(passage, { uid, lat, lon });
    },
  };
}
