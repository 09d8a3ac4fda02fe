import { create } from 'zustand';
import { logFailure } from '#/api/api-error.ts';
import { useOnline } from '#/live/online-store.ts';
import { tellsOtherBuild } from './other-build.ts';

const WORKER = '/service-worker.js';
const LOOK_EVERY_MS = 3600_000;

interface VersionStore {
  /** Another build than this page's has been fetched. */
  readonly isNewReady: boolean;
}

export const useVersion = create<VersionStore>()(() => ({ isNewReady: false }));

function followVersion(
  container: ServiceWorkerContainer,
  registration: ServiceWorkerRegistration,
  signal: AbortSignal,
): void {
  const own = document.querySelector('meta[name=build]')?.getAttribute('content');
  container.addEventListener(
    'message',
    ({ data }) => tellsOtherBuild(data, own) && useVersion.setState({ isNewReady: true }),
    { signal },
  );
  const look = () => void registration.update().catch(() => undefined);
  const timer = setInterval(look, LOOK_EVERY_MS);
  // The server may have been updated while it was away.
  const stop = useOnline.subscribe(({ online }, before) => {
    if (online.phase === 'live' && before.online.phase === 'recovering') look();
  });
  signal.addEventListener('abort', () => {
    clearInterval(timer);
    stop();
  });
}

/**
 * Registers the service worker, which caches the console's files, and follows newer builds. False if that is not
 * allowed, e.g. without TLS.
 */
export async function startWorker(signal: AbortSignal): Promise<boolean> {
  const { serviceWorker: container } = navigator as { readonly serviceWorker?: ServiceWorkerContainer };
  try {
    const registration: ServiceWorkerRegistration | undefined = await container?.register(WORKER);
    if (!container || !registration) return false;
    if (!signal.aborted) followVersion(container, registration, signal);
    return true;
  } catch (error) {
    logFailure(error);
    return false;
  }
}
