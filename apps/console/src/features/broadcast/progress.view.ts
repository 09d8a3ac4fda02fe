import type { CommandState } from '@waymark/commands/life';
import { formatCount } from '#/language/numbers.ts';
import { sayServerText, t } from '#/language/t.ts';
import { describeState } from '#/features/commands/queued-command.view.ts';
import { AGM_STATE_WORDS, stateOf } from '#/features/devices/choice/agm-choice.view.ts';
import type { BroadcastReply } from './broadcast.data.ts';
import type { Refusal } from './broadcast-store.ts';

/** The state of a device's commands; failed: none was queued. */
type Outcome = CommandState | 'failed';

type Progress = Pick<BroadcastReply, 'devices' | 'failed'>;

/** In the order of the bar: completed, pending, failed. */
const OUTCOMES: readonly Outcome[] = ['accepted', 'sent', 'queued', 'rejected', 'failed', 'expired', 'deleted'];
/** Shown even with a count of zero. */
const ALWAYS: readonly Outcome[] = ['accepted', 'sent', 'queued'];

interface OutcomeCount {
  readonly outcome: Outcome;
  readonly count: number;
}

/** Only some of the commands may be queued for a device: then it is in both lists. */
function listEmptyHanded({ devices, failed }: Progress): readonly Refusal[] {
  const served = new Set(devices.map(({ uid }) => uid));
  return failed.filter(({ uid }) => !served.has(uid));
}

export const countDevices = (progress: Progress): number => progress.devices.length + listEmptyHanded(progress).length;

/** Counts the devices in each state. */
export function countOutcomes(progress: Progress): readonly OutcomeCount[] {
  const { devices } = progress;
  const counts = new Map<Outcome, number>([['failed', listEmptyHanded(progress).length]]);
  for (const { state } of devices) counts.set(state, (counts.get(state) ?? 0) + 1);
  return OUTCOMES.map((outcome) => ({ outcome, count: counts.get(outcome) ?? 0 })).filter(
    ({ outcome, count }) => count > 0 || ALWAYS.includes(outcome),
  );
}

export const describeOutcome = (outcome: Outcome): string =>
  outcome === 'failed' ? t('Failed') : describeState(outcome);

const isWaiting = (state: CommandState) => state === 'queued' || state === 'sent';

/** A command is pending, also for a device that has rejected another one. */
export function isOpen({ counts }: Pick<BroadcastReply, 'counts'>): boolean {
  return counts.queued + counts.sent > 0;
}

/** "240 of 300 AGMs have accepted" */
export function describeProgress(progress: Progress): string {
  const accepted = progress.devices.filter(({ state }) => state === 'accepted').length;
  const total = countDevices(progress);
  return t('{accepted} of {count} AGM has accepted|{accepted} of {count} AGMs have accepted', {
    accepted: formatCount(accepted),
    count: total,
  });
}

interface Waiting {
  readonly uid: number;
  readonly words: string;
}

type Known = Parameters<typeof stateOf>[0] & { readonly uid: number };

/** Why a queued command has not been sent; null: it is being sent. */
export function describeWait(device: Known | undefined, now: number): string | null {
  if (!device || device.isConnected) return null;
  const state = stateOf(device, now);
  return state === 'Asleep'
    ? t('asleep, wake-up expected at {time} UTC', { time: device.lastExpectedWakeupTime ?? '' })
    : AGM_STATE_WORDS[state];
}

/** The devices that have not answered yet, with a note for each. */
export function listWaiting(
  { devices }: Pick<Progress, 'devices'>,
  known: readonly Known[],
  now: number,
): readonly Waiting[] {
  const byUid = new Map(known.map((device) => [device.uid, device]));
  return devices
    .filter(({ state }) => isWaiting(state))
    .map(({ uid, state, note }) => {
      const wait = () => (state === 'queued' ? describeWait(byUid.get(uid), now) : null);
      const why = note === null ? wait() : sayServerText(note);
      return {
        uid,
        words:
          why === null ? describeState(state) : t('{state}: {reason}', { state: describeState(state), reason: why }),
      };
    });
}

const REASONS: Readonly<Partial<Record<CommandState, string>>> = {
  rejected: t('The device rejected it.'),
  expired: t('It expired before the device heard it.'),
};

const listRefused = ({ devices }: Pick<Progress, 'devices'>): readonly Refusal[] =>
  devices.flatMap(({ uid, state, note }) => {
    const reason = REASONS[state];
    return reason === undefined ? [] : [{ uid, reason: note === null ? reason : sayServerText(note) }];
  });

/** Failed devices with the reason, by uid. A command that a user deleted is no failure. */
export function listTroubles(progress: Progress): readonly Refusal[] {
  const failed = progress.failed.map(({ uid, reason }) => ({ uid, reason: sayServerText(reason) }));
  return [...failed, ...listRefused(progress)].toSorted((one, other) => one.uid - other.uid);
}

/** Devices that failed or rejected everything. A device with a partial result would get its part twice. */
export function listToRetry(progress: Progress): readonly number[] {
  return [...listEmptyHanded(progress), ...listRefused(progress)]
    .map(({ uid }) => uid)
    .toSorted((one, other) => one - other);
}
