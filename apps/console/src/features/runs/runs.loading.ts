import { applyRunChange } from '@waymark/contract/runs/run-change';
import { readRunUpdate } from '@waymark/contract/runs/run-names';
import type { RunUpdateName } from '@waymark/contract/events/runs';
import type { QueryClient } from '@tanstack/react-query';
import { callApi } from '#/api/client.ts';
import { t } from '#/language/t.ts';
import type { DataOf } from '#/live/hub-event.ts';
import { callHub, liveEvents } from '#/live/live.ts';
import { LiveCollection } from '#/live/live-collection.ts';
import { refreshFinished, refreshFinishedList } from './finished.data.ts';
import { noteGone } from './finished-store.ts';
import { tellLogged } from '#/ui/toast/toasts.ts';
import { forgetPosition, hearPosition, readPosition } from './heard-positions.ts';
import { startRunAlarms } from './run-alarms.ts';
import { dropEnded, dropRun, findRevision, findTracked, forgetRuns, putAll, putRun, useRuns } from './runs-store.ts';
import { trackRun } from './tracked-run.ts';

/** The hub's limit. */
const MOST_SHOWN = 200;

type Update = ReturnType<typeof readRunUpdate>;

const listRuns = () => useRuns.getState().runs.map(({ run }) => run.runId);

/** Subscribes to the pigs shown here. */
const tellShown = (runIds: readonly number[]) => callHub('ShowPigRuns', runIds.slice(0, MOST_SHOWN));

/** Reloads a run; one that is completed or deleted is removed. */
export async function reloadRun(runId: number): Promise<void> {
  const [text] = await callApi('GET /pigrun', { query: { active: 'true', runId } });
  if (text) putRun(trackRun(text));
  else dropRun(runId);
}

/** For an event that does not say what has changed. If no run is loaded, others may be missing too. */
function readAgain(runId: number): void {
  const read = listRuns().length === 0 ? loadRuns() : reloadRun(runId);
  read.catch((error: unknown) => tellLogged(t('A run was not read anew'), error));
}

function takeChange({ runId, messageName, rev, change }: Update): void {
  forgetPosition(runId);
  if (messageName === 'RunDeleted') return dropEnded(runId);
  if (rev !== undefined && rev <= (findRevision(runId) ?? 0)) return;
  if (messageName === 'RunCompleted' && rev !== undefined) return dropEnded(runId, rev);
  const known = findTracked(runId);
  const text = rev !== undefined && change && applyRunChange(known?.text, rev, change);
  if (text) putRun(trackRun(text));
  else readAgain(runId);
}

/** Both messages have the same meaning; the second is more precise. */
function takePosition(update: DataOf<'ReceivePigRunUpdate'>, { runId, messageName }: Update): void {
  const position = messageName === 'UpdateLocationV2' ? readPosition(update) : null;
  if (position && findTracked(runId)) hearPosition(runId, position);
}

/** Updates completed runs that are shown: this one was completed just now, or corrected. */
function refreshCompleted(queryClient: QueryClient, runId: number, name: RunUpdateName, wasActive: boolean): void {
  if (name === 'RunDeleted') void refreshFinishedList(queryClient);
  else if (!wasActive || name === 'RunCompleted') void refreshFinished(queryClient, runId);
}

const isPosition = ({ messageName }: Update) => messageName === 'UpdateLocation' || messageName === 'UpdateLocationV2';

const activeRuns = new LiveCollection({
  events: ['ReceivePigRunUpdate'],
  load: async () => (await callApi('GET /pigrun', { query: { active: 'true' } })).map(trackRun),
  apply: (events) => {
    for (const { data } of events) {
      const update = readRunUpdate(data);
      if (isPosition(update)) takePosition(data, update);
      else takeChange(update);
    }
  },
  replaceAll: putAll,
  clear: forgetRuns,
  onLoadState: ({ error }) => error !== undefined && useRuns.setState({ error }),
  recovers: 'restore',
  onLoaded: async () => void (await tellShown(listRuns())),
});

/** Reloads all active runs. */
export const loadRuns = (): Promise<void> => activeRuns.load();

/** Subscribes again when other runs are shown. */
function followShown(): () => void {
  let shown = listRuns().join();
  return useRuns.subscribe(() => {
    const runIds = listRuns();
    if (runIds.join() === shown) return;
    shown = runIds.join();
    void tellShown(runIds);
  });
}

/** Keeps completed runs that are shown up to date. Registered first, it sees which runs were active before an event. */
function followCompleted(queryClient: QueryClient): () => void {
  return liveEvents.listenInBatches(['ReceivePigRunUpdate'], (events) => {
    for (const { data } of events) {
      const update = readRunUpdate(data);
      const { runId, messageName } = update;
      if (isPosition(update)) continue;
      if (messageName === 'RunDeleted') noteGone(runId);
      refreshCompleted(queryClient, runId, messageName, findTracked(runId) !== undefined);
    }
  });
}

/** Loads the active runs and keeps them up to date, until the returned function is called. */
export function startRuns(queryClient: QueryClient): () => void {
  const stops = [startRunAlarms(), followShown(), followCompleted(queryClient), activeRuns.start()];
  return () => {
    for (const stop of stops) stop();
  };
}
