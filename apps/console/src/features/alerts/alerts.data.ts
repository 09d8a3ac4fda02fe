import { readRunUpdate } from '@waymark/contract/runs/run-names';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { callApi } from '#/api/client.ts';
import { logFailure } from '#/api/api-error.ts';
import { queryApi } from '#/api/query.ts';
import { liveEvents } from '#/live/live.ts';
import { LiveCollection } from '#/live/live-collection.ts';
import { followAccess } from './silences.data.ts';
import { dropAlertsOfRun, forgetAlerts, putAlerts, replaceAlerts, useAlerts, type Alert } from './alerts-store.ts';

const inPlace = { isShownInPlace: true };

/** All alerts of a run, for its timeline. */
export const alertsOfRunQuery = (runId: number) => ({
  ...queryApi('GET /alerts/run/:id', { params: { id: runId } }),
  meta: inPlace,
});
export const alertQuery = (id: number) => ({
  ...queryApi('GET /alerts/:id', { params: { id } }),
  staleTime: 0,
  meta: inPlace,
});
export const sinceQuery = { ...queryApi('GET /alerts/since'), staleTime: 0, meta: inPlace };
/** The alerts that are closed, the last closed first, page by page. */
export const closedQuery = infiniteQueryOptions({
  queryKey: ['GET /alerts/closed'],
  queryFn: ({ pageParam, signal }) =>
    callApi('GET /alerts/closed', { query: pageParam === null ? {} : { before: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
  staleTime: 0,
  meta: inPlace,
});
export const limitsQuery = { ...queryApi('GET /alerts/limits'), staleTime: 0, meta: inPlace };

const openAlerts = new LiveCollection({
  events: ['ReceiveAlert', 'ReceiveCompanyAlert', 'ReceivePigRunUpdate'],
  load: async () => {
    const { alerts, total } = await callApi('GET /alerts');
    useAlerts.setState({ unloaded: total - alerts.length });
    return alerts;
  },
  apply: (events) => {
    for (const event of events) {
      if (event.name !== 'ReceivePigRunUpdate') putAlerts([event.data]);
      else if (readRunUpdate(event.data).messageName === 'RunDeleted') dropAlertsOfRun(event.data.runId);
    }
  },
  replaceAll: replaceAlerts,
  clear: forgetAlerts,
  onLoadState: (state) => useAlerts.setState(state),
  recovers: 'restore',
});

export const loadAlertList = (): Promise<void> => openAlerts.load();

/** Reloads the shown history of an alert when it changes, the alerts of its run, and the closed ones. */
function followQueries(queryClient: QueryClient): () => void {
  return liveEvents.listenInBatches(['ReceiveAlert', 'ReceiveCompanyAlert'], (events) => {
    for (const { data } of events) {
      void queryClient.invalidateQueries({ queryKey: alertQuery(data.id).queryKey });
      if (data.runId !== null) void queryClient.invalidateQueries({ queryKey: alertsOfRunQuery(data.runId).queryKey });
    }
    if (events.some(({ data }) => data.closedAt !== null)) {
      void queryClient.invalidateQueries({ queryKey: closedQuery.queryKey });
    }
  });
}

/** Another roster or policy changes the next steps of many alerts. */
const followEscalation = () =>
  liveEvents.listen('ReceiveOnCall', () => {
    loadAlertList().catch(logFailure);
  });

/** Loads the alerts that are not closed and keeps them up to date, until the returned function is called. */
export function startAlertList(queryClient: QueryClient, isViewer: boolean): () => void {
  const stops = [
    openAlerts.start(),
    followQueries(queryClient),
    followEscalation(),
    ...(isViewer ? [followAccess(loadAlertList)] : []),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Returns the alerts that another user had acknowledged before. */
export async function acknowledge(ids: readonly number[], note: string): Promise<readonly Alert[]> {
  const { alerts, earlier } = await callApi('POST /alerts/acknowledge', { body: { ids: [...ids], note } });
  putAlerts([...alerts, ...earlier]);
  return earlier;
}

/** Returns how many stay open because their cause holds. */
export async function closeAlerts(ids: readonly number[]): Promise<number> {
  const { alerts, holding } = await callApi('POST /alerts/close', { body: { ids: [...ids] } });
  putAlerts(alerts);
  return holding.length;
}

export async function comment(id: number, note: string): Promise<void> {
  await callApi('POST /alerts/:id/comment', { params: { id }, body: { note } });
}

export async function assign(id: number, userId: number | null): Promise<void> {
  const { alert } = await callApi('POST /alerts/:id/assign', { params: { id }, body: { userId } });
  putAlerts([alert]);
}

/** The next visit lists what changes from now on. */
export async function visit(): Promise<void> {
  await callApi('POST /alerts/visit');
}

export const saveLimits = (limits: { readonly unheardMinutes: number; readonly waitingMinutes: number }) =>
  callApi('POST /alerts/limits', { body: limits });
