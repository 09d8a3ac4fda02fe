import { callApi } from '#/api/client.ts';
import type { CallAt } from '#/api/address.ts';
import { logFailure } from '#/api/log-failure.ts';
import { liveEvents } from '#/live/live.ts';
import { LiveCollection } from '#/live/live-collection.ts';
import { followAccess } from './follow-access.ts';
import { putSilence, replaceSilences } from './silences-store.ts';

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
