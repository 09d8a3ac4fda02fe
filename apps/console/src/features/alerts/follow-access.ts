import { readRunUpdate } from '@waymark/contract/runs/run-names';
import { logFailure } from '#/api/log-failure.ts';
import { liveEvents } from '#/live/live.ts';

/** Loads again when a viewer gains or loses a run. Such events do not say what has changed. */
export const followAccess = (load: () => Promise<void>): (() => void) =>
  liveEvents.listen('ReceivePigRunUpdate', (data) => {
    const { messageName, rev } = readRunUpdate(data);
    if (messageName === 'RunUpdated' && rev === undefined) load().catch(logFailure);
  });
