import { callApi } from '#/api/client.ts';
import type { CallAt } from '#/api/address.ts';
import { LiveCollection } from '#/live/live-collection.ts';
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

/** For admins: loads the silences and keeps them up to date, until the returned function is called. */
export const startSilences = (): (() => void) => silences.start();

export type NewSilence = CallAt<'POST /silences'>['body'];

export async function addSilence(body: NewSilence): Promise<void> {
  putSilence((await callApi('POST /silences', { body })).silence);
}

export async function endSilence(id: number): Promise<void> {
  putSilence((await callApi('POST /silences/:id/end', { params: { id } })).silence);
}
