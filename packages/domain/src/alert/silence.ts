import type { CompanyId, PathId, Uid } from '../ids.ts';
import { fail, succeed, type Result } from '../result.ts';
import type { AlertKind } from './alert-kind.ts';

// A silence keeps alerts from sending messages and from counting in the bell, from one time to another. Its causes are
// recorded all the same (docs/decisions/0064). Instants are UTC milliseconds.

/** Every part that is not null must fit; without any, all alerts of the company are silenced. */
export interface SilenceScope {
  readonly pathId: PathId | null;
  readonly markerName: string | null;
  readonly uid: Uid | null;
  readonly kind: AlertKind | null;
}

export interface Silence extends SilenceScope {
  readonly groupId: CompanyId;
  readonly fromAt: number;
  /** A user may have ended it earlier than planned. */
  readonly untilAt: number;
}

/** An alert, as far as silences look at it. */
export interface Silenceable extends SilenceScope {
  readonly groupId: CompanyId;
  readonly kind: AlertKind;
}

const DAY_MS = 86_400_000;
/** A longer pause is a matter of rules, not of silence. */
export const LONGEST_SILENCE_MS = 30 * DAY_MS;
const LATEST_START_MS = 366 * DAY_MS;

export const isCurrent = ({ fromAt, untilAt }: Pick<Silence, 'fromAt' | 'untilAt'>, now: number) =>
  fromAt <= now && now < untilAt;

const fits = <Value>(wanted: Value | null, value: Value | null) => wanted === null || wanted === value;

type Spot = Pick<Silenceable, 'groupId' | 'pathId' | 'markerName'>;
const covers = (silence: Silence, { groupId, pathId, markerName }: Spot, now: number) =>
  silence.groupId === groupId &&
  isCurrent(silence, now) &&
  fits(silence.pathId, pathId) &&
  fits(silence.markerName, markerName);

/** The current silence of an alert that ends last; null: it is not silenced. */
export function findSilence<Each extends Silence>(
  silences: readonly Each[],
  alert: Silenceable,
  now: number,
): Each | null {
  return silences
    .filter((silence) => covers(silence, alert, now) && fits(silence.uid, alert.uid) && fits(silence.kind, alert.kind))
    .reduce<Each | null>((one, other) => (one && one.untilAt >= other.untilAt ? one : other), null);
}

/** A place of which alerts tell. */
export interface SilenceablePlace {
  readonly groupId: CompanyId;
  readonly pathId: PathId;
  /** null: the pig of the path. */
  readonly markerName: string | null;
  /** Devices that stand there. */
  readonly uids: readonly Uid[];
}

/** The current silences that keep alerts of a place quiet, of all kinds or of one, the last to end first. */
export function listSilencesAt<Each extends Silence>(
  silences: readonly Each[],
  place: SilenceablePlace,
  now: number,
): Each[] {
  return silences
    .filter((silence) => covers(silence, place, now) && (silence.uid === null || place.uids.includes(silence.uid)))
    .toSorted((one, other) => other.untilAt - one.untilAt);
}

export type SilenceFault = 'ends-before-it-begins' | 'is-over' | 'too-long' | 'too-far-ahead' | 'marker-without-path';

/** Checks a silence before it is stored. */
export function checkSilence(
  silence: Pick<Silence, 'fromAt' | 'untilAt' | 'pathId' | 'markerName'>,
  now: number,
): Result<null, SilenceFault> {
  const { fromAt, untilAt, pathId, markerName } = silence;
  if (untilAt <= fromAt) return fail('ends-before-it-begins');
  if (untilAt <= now) return fail('is-over');
  if (untilAt - fromAt > LONGEST_SILENCE_MS) return fail('too-long');
  if (fromAt - now > LATEST_START_MS) return fail('too-far-ahead');
  return markerName !== null && pathId === null ? fail('marker-without-path') : succeed(null);
}
