import { logFailure } from '#/api/log-failure.ts';
import { useOnline } from '#/live/online-store.ts';
import { keepSnapshot } from './keep-snapshot.ts';
import { startWorker } from './version.ts';

/** How long the screen has the line for itself. */
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
  // Where the page cannot be opened without the server nothing is kept for it.
  if (!signal.aborted && (await startWorker(signal)) && !signal.aborted) keepSnapshot(userId, signal);
}

/** Makes the console ready to be opened without the server, until the answer is called. Not while developing. */
export function startOffline(userId: number): () => void {
  const stopping = new AbortController();
  if (import.meta.env.PROD) begin(userId, stopping.signal).catch(logFailure);
  return () => stopping.abort();
}
