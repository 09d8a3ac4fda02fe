import { logFailure } from '#/api/api-error.ts';
import { useOnline } from '#/live/online-store.ts';
import { keepSnapshot } from './keep-snapshot.ts';
import { startWorker } from './version.ts';

/** Delay, so that the screen can load first. */
const REST_MS = 3000;

function untilLive(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (useOnline.getState().online.phase === 'live') resolve();
    };
    signal.addEventListener('abort', useOnline.subscribe(look));
    look();
  });
}

async function begin(userId: number, signal: AbortSignal): Promise<void> {
  await untilLive(signal);
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  // Store nothing if the page cannot be opened without the server.
  if (!signal.aborted && (await startWorker(signal)) && !signal.aborted) keepSnapshot(userId, signal);
}

/** Prepares the console for a start without the server, until the returned function is called. Not in development. */
export function startOffline(userId: number): () => void {
  const stopping = new AbortController();
  if (import.meta.env.PROD) begin(userId, stopping.signal).catch(logFailure);
  return () => stopping.abort();
}
