import { callApi } from '#/api/client.ts';
import type { CallAt } from '#/api/address.ts';
import { logFailure } from '#/api/api-error.ts';
import { liveEvents } from '#/live/live.ts';
import { LiveCollection } from '#/live/live-collection.ts';
import { putSilence, replaceSilences } from './silences-store.ts';
import { readRunUpdate } from '@waymark/contract/runs/run-names';

/** Loads again when a viewer gains or loses a run. Such events do not say what has changed. */
export const followAccess = (load: () => Promise<void>): (() => void) =>
  liveEvents.listen('ReceivePigRunUpdate', (data) => {
    const { messageName, rev } = readRunUpdate(data);
    if (messageName === 'RunUpdated' && rev === undefined) load().catch(logFailure);
  });

const silences = new LiveCollection({
  events: ['ReceiveSilence'],
  load: async () => (await callApi('GET /silences')).silences,
  apply: (events) => {
    for (const { data } of events) putSilence(data);
  },
  replaceAll: replaceSilences,
  clear: () => replaceSilences([]),
  onLoadState: () => undefined,
  recovers: 'restore',
});

const loadSilences = (): Promise<void> => silences.load();

/** A viewer is not told which silence has changed. */
const followOwn = () =>
  liveEvents.listen('ReceiveOwnSilences', () => {
    loadSilences().catch(logFailure);
  });

/** Loads the silences that the user sees and keeps them up to date, until the returned function is called. */
export function startSilences(isViewer: boolean): () => void {
  const stops = [silences.start(), ...(isViewer ? [followOwn(), followAccess(loadSilences)] : [])];
  return () => {
    for (const stop of stops) stop();
  };
}

export type NewSilence = CallAt<'POST /silences'>['body'];

export async function addSilence(body: NewSilence): Promise<void> {
  putSilence((await callApi('POST /silences', { body })).silence);
}

export async function endSilence(id: number): Promise<void> {
  putSilence((await callApi('POST /silences/:id/end', { params: { id } })).silence);
}
