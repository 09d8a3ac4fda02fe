import type { AlertKind } from '../alert/alert-kind.ts';
import type { Translations, UnitWords } from '../alert/cause-words.ts';
import type { RunId, Uid, UserId } from '../ids.ts';
import type { ReadinessFault } from '../path/readiness.ts';
import type { Due } from '../run/estimate/due.ts';
import type { RunStatus } from '../run/estimate/status.ts';

// The sheet of a handover: what holds in a company at one instant. It is stored as it was taken, so its instants are
// UTC texts to the second, as on the wire.

type UtcText = string;

/** The rows that a sheet has room for, and how many there were. */
export interface Listed<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

export interface SheetAlert {
  readonly id: number;
  readonly kind: AlertKind;
  readonly runId: RunId | null;
  readonly runName: string | null;
  readonly pig: string | null;
  readonly markerName: string | null;
  readonly uid: Uid | null;
  readonly words: UnitWords;
  readonly translations: Translations | null;
  readonly raisedAt: UtcText;
  /** null: the cause holds. */
  readonly endedAt: UtcText | null;
  readonly acknowledged: { readonly name: string; readonly at: UtcText; readonly note: string } | null;
  readonly assignedTo: string | null;
}

/** The next place of a pig. */
export interface SheetStop {
  readonly name: string;
  readonly isEnd: boolean;
  readonly due: Due;
  /** null: the pig stands. */
  readonly expectedAt: UtcText | null;
  /** Four arrivals out of five are between these two; null: they no longer apply. */
  readonly earliestAt: UtcText | null;
  readonly latestAt: UtcText | null;
}

export interface SheetRun {
  readonly runId: RunId;
  readonly runName: string;
  readonly pig: string;
  readonly status: RunStatus;
  readonly launchAt: UtcText | null;
  /** The last place where the pig certainly was; without a name it was set by hand. */
  readonly confirmed: { readonly name: string | null; readonly at: UtcText } | null;
  readonly heard: { readonly name: string; readonly at: UtcText; readonly isVerified: boolean } | null;
  readonly next: SheetStop | null;
  /** Markers at which a passage that may be the pig waits for verification. */
  readonly toVerify: number;
}

export interface SheetSilence {
  readonly id: number;
  readonly pathName: string | null;
  readonly markerName: string | null;
  readonly uid: Uid | null;
  readonly kind: AlertKind | null;
  readonly until: UtcText;
  readonly reason: string;
  readonly addedBy: string;
}

export interface SheetCommand {
  readonly id: number;
  readonly uid: Uid;
  readonly type: string;
  readonly state: 'queued' | 'sent';
  readonly queuedAt: UtcText;
  readonly queuedBy: string;
}

export interface SheetDevice {
  readonly uid: Uid;
  /** The active run that it watches; null: it watches a path without one. */
  readonly runName: string | null;
  readonly pig: string | null;
  readonly markerName: string | null;
  readonly faults: readonly ReadinessFault[];
  readonly lastHeartbeatAt: UtcText | null;
  readonly batteryMv: number | null;
  readonly recordMode: number | null;
  readonly distanceToMarker: number | null;
  /** Seconds. */
  readonly clockOffset: number | null;
}

export interface SheetNote {
  readonly id: number;
  readonly at: UtcText;
  readonly by: string;
  readonly text: string;
  readonly runName: string | null;
  readonly uid: Uid | null;
  readonly corrects: number | null;
  readonly files: number;
}

export interface HandoverSheet {
  readonly takenAt: UtcText;
  /** The instant of the last accepted sheet: notes are listed from there. null: there was none. */
  readonly since: UtcText | null;
  readonly alerts: Listed<SheetAlert>;
  readonly runs: Listed<SheetRun>;
  readonly silences: Listed<SheetSilence>;
  readonly commands: Listed<SheetCommand>;
  readonly devices: Listed<SheetDevice>;
  readonly notes: Listed<SheetNote>;
}

/** A sheet that is older than this says too little about now to be signed. */
export const FRESH_MS = 30 * 60_000;

export const isFresh = (takenAt: number, now: number): boolean => now - takenAt <= FRESH_MS;

/** `remark-missing`: the user who signed accepts it themselves, and has to say why no other user does. */
export type AcceptFault = 'accepted' | 'remark-missing';

interface Signed {
  readonly signedBy: UserId | null;
  /** null: it waits. */
  readonly acceptedAt: number | null;
}

/** The first user who accepts a handover has it. */
export function findAcceptFault(
  { signedBy, acceptedAt }: Signed,
  { userId, remark }: { readonly userId: UserId; readonly remark: string },
): AcceptFault | null {
  if (acceptedAt !== null) return 'accepted';
  return signedBy === userId && remark === '' ? 'remark-missing' : null;
}
