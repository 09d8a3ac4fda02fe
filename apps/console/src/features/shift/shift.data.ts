import { infiniteQueryOptions, keepPreviousData, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CallAt, ReplyAt } from '#/api/address.ts';
import { isApiError } from '#/api/api-error.ts';
import { callApi } from '#/api/client.ts';
import { downloadApi } from '#/api/download.ts';
import { queryApi } from '#/api/query.ts';
import { LateReload } from '#/live/late-reload.ts';
import { liveEvents, recoverySteps } from '#/live/live.ts';
import { saveBlob } from '#/ui/field/save-file.ts';

const LOG = 'GET /shift/log';
const HANDOVERS = 'GET /shift/handovers';

export type ShiftEntry = ReplyAt<typeof LOG>['entries'][number];
export type LogFilter = Omit<CallAt<typeof LOG>['query'], 'before' | 'rowsPerPage' | 'groupId'>;
export type HandoverRow = ReplyAt<typeof HANDOVERS>['handovers'][number];
export type Handover = ReplyAt<'GET /shift/handovers/:id'>['handover'];
export type Draft = NonNullable<ReplyAt<'GET /shift/handovers/draft'>['draft']>;
export type SentNote = CallAt<'POST /shift/notes'>['body'];
type HandoverFile = CallAt<'POST /shift/handovers/:id/file'>['body'];

/** The company of a superadmin's choice; undefined: the user's own. */
export type Company = number | undefined;

const meta = { isShownInPlace: true };
const options = { meta, staleTime: 0, placeholderData: keepPreviousData };

export const logQuery = (groupId: Company, filter: LogFilter) =>
  infiniteQueryOptions({
    ...options,
    queryKey: [LOG, groupId, filter],
    queryFn: ({ pageParam, signal }) =>
      callApi(LOG, { query: { ...filter, groupId, ...(pageParam !== null && { before: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

export const handoversQuery = (groupId: Company) =>
  infiniteQueryOptions({
    ...options,
    queryKey: [HANDOVERS, groupId],
    queryFn: ({ pageParam, signal }) =>
      callApi(HANDOVERS, { query: { groupId, ...(pageParam !== null && { before: pageParam }) }, signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ handovers, hasMore }) => (hasMore ? (handovers.at(-1)?.id ?? null) : null),
  });

export const handoverQuery = (id: number) => ({
  ...queryApi('GET /shift/handovers/:id', { params: { id } }),
  staleTime: 0,
  meta,
});

export const draftQuery = { ...queryApi('GET /shift/handovers/draft'), staleTime: 0, meta };

const MINUTE_MS = 60_000;
export const activeRunsQuery = {
  ...queryApi('GET /pigrun', { query: { active: 'true' } }),
  staleTime: MINUTE_MS,
  meta,
};

const reload = (queryClient: QueryClient, ...addresses: readonly string[]) =>
  Promise.all(addresses.map((address) => queryClient.invalidateQueries({ queryKey: [address] })));

/** Events of runs, alerts, commands and silences come in bursts. */
const REST_MS = 2000;

/** Keeps log and handovers up to date while the screen is open. */
export function useShiftUpdates(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const log = new LateReload(() => reload(queryClient, LOG), REST_MS);
    const all = () => reload(queryClient, LOG, HANDOVERS, 'GET /shift/handovers/:id', 'GET /shift/handovers/draft');
    const stops = [
      log.stop,
      liveEvents.listen('ReceiveShift', () => void all()),
      liveEvents.listenInBatches(
        ['ReceiveAlert', 'ReceiveCompanyAlert', 'ReceiveSilence', 'ReceivePigRunUpdate', 'ReceiveCommandUpdate'],
        log.soon,
      ),
      recoverySteps.register('reload', async () => void (await all())),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queryClient]);
}

/** The text of a file as the API takes it. */
function toBase64(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.addEventListener('load', () => {
    const { result } = reader;
    resolve(typeof result === 'string' ? result.replace(/^[^,]*,/, '') : '');
  });
  reader.addEventListener('error', () => reject(reader.error ?? new Error(file.name)));
  reader.readAsDataURL(file);
  return promise;
}

async function sendFile(file: File): Promise<number> {
  const body = { name: file.name, data: await toBase64(file) };
  return (await callApi('POST /shift/files', { body })).file.id;
}

/** The files first, one after the other, then the note that names them. */
export async function addNote(queryClient: QueryClient, note: SentNote, files: readonly File[]): Promise<void> {
  const ids: number[] = [];
  for (const file of files) ids.push(await sendFile(file));
  await callApi('POST /shift/notes', { body: { ...note, files: ids } });
  await reload(queryClient, LOG);
}

export async function saveShiftFile({ id, name }: { readonly id: number; readonly name: string }): Promise<void> {
  const receiving = { signal: new AbortController().signal, onPiece: () => undefined };
  const file = await downloadApi('GET /shift/files/:id', { params: { id } }, receiving);
  saveBlob(name, file);
}

export async function takeSheet(queryClient: QueryClient, words: string): Promise<void> {
  const { draft } = await callApi('POST /shift/handovers/draft', { body: { notes: words } });
  queryClient.setQueryData(draftQuery.queryKey, { draft });
}

export async function discardDraft(queryClient: QueryClient): Promise<void> {
  await callApi('DELETE /shift/handovers/draft');
  queryClient.setQueryData(draftQuery.queryKey, { draft: null });
}

export async function signDraft(queryClient: QueryClient, takenAt: string, words: string): Promise<number> {
  const { handover } = await callApi('POST /shift/handovers/draft/sign', { body: { takenAt, notes: words } });
  queryClient.setQueryData(draftQuery.queryKey, { draft: null });
  await reload(queryClient, HANDOVERS, LOG);
  return handover.id;
}

/** Returns the handover as it is now, where another user has accepted it before; else null. */
export async function acceptHandover(queryClient: QueryClient, id: number, remark: string): Promise<Handover | null> {
  const params = { id };
  const { reply, isFirst } = await callApi('POST /shift/handovers/:id/accept', { params, body: { note: remark } }).then(
    (accepted) => ({ reply: accepted, isFirst: true }),
    async (error: unknown) => {
      if (!isApiError(error, 'handover-accepted')) throw error;
      return { reply: await callApi('GET /shift/handovers/:id', { params }), isFirst: false };
    },
  );
  queryClient.setQueryData(handoverQuery(id).queryKey, reply);
  await reload(queryClient, HANDOVERS, LOG);
  return isFirst ? null : reply.handover;
}

export async function saveHandover(id: number, body: HandoverFile): Promise<void> {
  const receiving = { signal: new AbortController().signal, onPiece: () => undefined };
  const file = await downloadApi('POST /shift/handovers/:id/file', { params: { id }, body }, receiving);
  saveBlob(file.name === '' ? `handover_${id}.${body.format}` : file.name, file);
}
