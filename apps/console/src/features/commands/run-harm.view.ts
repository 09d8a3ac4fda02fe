import type { BroadcastCode } from '@waymark/commands/broadcast-codes';
import { listBroadcastHarms } from '@waymark/commands/broadcast-plan';
import { listRunHarms } from '@waymark/commands/commands';
import { formatCount } from '#/language/numbers.ts';
import { t } from '#/language/t.ts';
import { deviceStore } from '#/features/devices/store/device-store.ts';
import { nameRun } from '#/features/runs/dialogs/run-dialog.ts';
import { useRuns } from '#/features/runs/runs-store.ts';
import type { CommandOrder } from './send-command.ts';

export interface HarmedRun {
  readonly runId: number;
  readonly name: string;
  /** Its AGMs that would get a harmful command. */
  readonly uids: readonly number[];
}

/** The harm that commands would do to active runs. */
export interface RunHarm {
  /** null: the active runs are not loaded. */
  readonly runs: readonly HarmedRun[] | null;
  readonly harms: readonly string[];
}

type ListHarms = (uid: number) => readonly string[];

function findHarm(uids: readonly number[], listHarms: ListHarms): RunHarm | null {
  const { runs, isLoaded } = useRuns.getState();
  const watching = new Set(runs.flatMap(({ run }) => run.path.agms));
  const targets = isLoaded ? uids.filter((uid) => watching.has(uid)) : uids;
  const byUid = new Map(targets.map((uid) => [uid, listHarms(uid)] as const));
  const harms = [...new Set([...byUid.values()].flat())];
  if (harms.length === 0) return null;
  if (!isLoaded) return { runs: null, harms };
  const harmed = runs.map((tracked) => ({
    runId: tracked.run.runId,
    name: nameRun(tracked),
    uids: tracked.run.path.agms.filter((uid) => byUid.get(uid)?.length),
  }));
  return { runs: harmed.filter((run) => run.uids.length > 0), harms };
}

/** null: the command harms no active run. */
export const findCommandHarm = ({ commandType, parameters }: CommandOrder, uid: number): RunHarm | null =>
  findHarm([uid], () => listRunHarms(commandType, parameters).map((harm) => t(harm)));

/** null: the broadcast harms no active run. A device gets only what its link and firmware support. */
export const findBroadcastHarm = (codes: readonly BroadcastCode[], uids: readonly number[]): RunHarm | null =>
  findHarm(uids, (uid) => {
    const device = deviceStore.get(uid);
    return device ? listBroadcastHarms(codes, device).map((harm) => t(harm)) : [];
  });

export function titleHarm({ runs }: RunHarm): string {
  return runs === null
    ? t('Send without the active runs?')
    : t('Send to AGMs of {count} active run?|Send to AGMs of {count} active runs?', { count: runs.length });
}

export const RUNS_UNKNOWN = t('The active runs are not loaded: these AGMs may be watching one.');

const MOST_UIDS = 6;

/** "AGM 345001, 345002 and 4 more" */
export function listUids(uids: readonly number[]): string {
  const rest = uids.length - MOST_UIDS;
  const first = uids.slice(0, MOST_UIDS).join(', ');
  return rest > 0
    ? t('AGM {uids} and {number} more', { uids: first, number: formatCount(rest) })
    : t('AGM {uids}', { uids: first });
}
