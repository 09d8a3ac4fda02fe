import type { Uid } from '../ids.ts';
import { markText, type Translate } from '../language/translate.ts';

// Refusals that only the server can decide, because they need the data of others. Consoles say them in their language.

export const describeUnknownAgm = (uid: Uid | undefined, t: Translate): string =>
  t('There is no AGM {uid} in this company.', { uid: String(uid) });

export const describeUnknownAgms = (uids: readonly Uid[], t: Translate): string =>
  t('There is no AGM [{uids}].', { uids: uids.join(', ') });

export const describeOpenDownload = (id: number, name: string, t: Translate): string =>
  t('Session {id}, started by {name}, is still open.', { id, name });

export const describeOldFirmware = (uids: readonly Uid[], t: Translate): string =>
  t('The firmware for the AGM(s) [{uids}] must be upgraded to download recorded passage data.', {
    uids: uids.join(', '),
  });

/** Why a device is left out of a download. */
export const NOT_DOWNLOADED = {
  unknown: markText('There is no such AGM in this company any more.'),
  tooOld: markText('Its firmware must be upgraded to download recorded passage data.'),
} as const;

export const describeAccepted = (name: string, time: string, t: Translate): string =>
  t('{name} accepted this handover at {time} UTC.', { name, time });

/** The runs as "Cushing - Tulsa (CLN-16-02)". */
export function describeWatching(uid: Uid, runs: readonly string[], t: Translate): string {
  const values = { uid, runs: runs.join(', ') };
  return runs.length === 1
    ? t('AGM {uid} watches the active run {runs}. End the run or take the AGM out of it first.', values)
    : t('AGM {uid} watches the active runs {runs}. End these runs or take the AGM out of them first.', values);
}

/** null: the number is not known. */
export function describeStoppedPhone(to: string | null, t: Translate): string {
  return to === null
    ? t('This phone has sent STOP. Text START to the number that its messages came from from it.')
    : t('This phone has sent STOP. Text START to {to} from it.', { to });
}
