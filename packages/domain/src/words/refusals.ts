import { MAX_MARKER_NAME, MAX_MARKER_NOTE } from '../path/marker.ts';
import type { PathFault } from '../path/settle-path.ts';
import type { ReportFault } from '../report/request-fault.ts';
import type { RunReportFault } from '../report/run-fault.ts';
import {
  MOST_MARKERS,
  MOST_MARKERS_OF_VIEWERS,
  type LaunchFault,
  type ManualFault,
  type NewLaunchFault,
  type ReceiveFault,
  type RunRefusal,
  type TimesFault,
} from '../run/refusal.ts';
import { formatUtcSecond } from '../time/utc.ts';
import type { TimeFault, VerificationFault } from '../verification/verification.ts';
import { listAcceptedUnits, type EntryFault } from '../units/entry.ts';
import type { Quantity } from '../units/quantity.ts';
import { DEFAULT_UNITS, type UnitSystem } from '../units/system.ts';

// The texts of all refusals. The rules return codes. The documents word the same fault differently on each screen.

type Texts<Code extends string> = Readonly<Record<Code, string>>;
type Coded = { readonly code: string };
type WithCode<Refusal extends Coded, Code> = Refusal extends Coded
  ? Code extends Refusal['code']
    ? Refusal
    : never
  : never;
type TextsOf<Refusal extends Coded> = {
  readonly [Code in Refusal['code']]: string | ((refusal: WithCode<Refusal, Code>) => string);
};

function describe<Refusal extends Coded>(texts: TextsOf<Refusal>, refusal: Refusal): string {
  const text = texts[refusal.code as Refusal['code']] as string | ((given: Refusal) => string);
  return typeof text === 'string' ? text : text(refusal);
}

const OF_CHART: Texts<VerificationFault> = {
  'marker-verified': 'Marker has a previously verified passage !',
  'before-launch': 'Passage Time is before Launch Time !',
  'in-future': 'Passage Time is in the Future !',
  'before-previous': 'Passage time is before a previous Verified Psg !',
  'after-further': 'Passage time is ahead of a further Verified Psg !',
};

const OF_MARKER: Texts<VerificationFault | TimeFault> = {
  'marker-verified': 'This marker has previously verified passage',
  'before-launch': 'Entered Time is before Launch Time',
  'in-future': 'Entered Time is in the Future',
  'before-previous': 'Entered Time is before of a previous Verified Psg',
  'after-further': 'Entered Time is ahead of a further Verified Psg',
  'too-early': 'Entered Time is before 2015',
};

const OF_MANUAL: Texts<ManualFault> = {
  unreadable: 'Please enter valid Passage Time {YYYY-MM-DD HH:MM:SS}',
  'marker-verified': 'This marker has previously verified passage',
  'before-launch': 'Manual passage Time is before Launch Time',
  'after-receive': 'Manual passage Time is after Receive Time',
  'in-future': 'Entered Time is in the Future',
  'before-previous': 'Entered Time is before or equals to a previously verified psg',
  'after-further': 'Entered Time is ahead of a further Verified Psg',
  'already-exists': 'Verified passage Already Exist at this location',
};

/** A run that is launched now. */
const OF_NEW_LAUNCH: Texts<NewLaunchFault> = {
  unreadable: 'Error ! Invalid format.',
  'in-future': 'Error ! Launch can not be set to future time.',
};

/** An active run. The second text is the server's own. */
const OF_LAUNCH: TextsOf<LaunchFault> = {
  'in-future': 'Error ! Launch cannot be set to future time.',
  'after-passage': ({ passageAt }) => `There is a verified passage at ${formatUtcSecond(passageAt)}.`,
};

const OF_RECEIVE: TextsOf<ReceiveFault> = {
  'before-launch': 'Receive Time is before Launch Time',
  'before-passage': ({ markerName }) => `Time is before Psg at Marker ${markerName}`,
  'in-future': 'Error ! Receive Time entered is in the Future.',
};

/** A completed run. */
const OF_TIMES: Texts<TimesFault['code']> = {
  'launch-empty': 'Error ! Launch Time is Empty.',
  'receive-empty': 'Error ! Receive Time is Empty.',
  'launch-unreadable': 'Please enter valid Launch Time {YYYY-MM-DD HH:MM:SS}',
  'receive-unreadable': 'Please enter valid Receive Time {YYYY-MM-DD HH:MM:SS}',
  'launch-in-future': 'Error ! Launch Time entered is in the Future.',
  'receive-in-future': 'Error ! Receive Time entered is in the Future.',
  'receive-before-launch': 'Error ! Receive Time entered is before Launch Time.',
  'launch-after-passage': 'Entered Launch time is ahead of Verified Passage Time.',
  'receive-before-passage': 'Entered Receive time is before of Verified Passage Time.',
};

const OF_RUN: TextsOf<RunRefusal> = {
  'marker-unknown': ({ markerName }) => `There is no marker ${markerName}.`,
  'marker-name-taken': ({ markerName }) => `Duplicate marker name: ${markerName}`,
  'marker-name-missing': 'A marker needs a name.',
  'marker-name-too-long': `Marker Name is limited to ${MAX_MARKER_NAME} characters`,
  'marker-note-too-long': `Notes are limited to ${MAX_MARKER_NOTE} characters`,
  'marker-not-tracked': ({ markerName }) => `${markerName} is not tracked.`,
  'marker-linked-automatically': ({ markerName }) => `${markerName} is linked automatically.`,
  'site-not-tracked': 'The launch and the receive site are not tracked.',
  'too-many-markers': `A run has at most ${MOST_MARKERS} markers.`,
  'too-many-markers-of-viewers': `Viewers can add at most ${MOST_MARKERS_OF_VIEWERS} markers to a run.`,
  'device-not-watching': ({ uid }) => `AGM ${uid} does not watch this run.`,
  'device-linked': ({ uid, markerName }) => `AGM ${uid} is linked to ${markerName}.`,
  'passage-unknown': 'There is no such passage in this run.',
  // The documents have no text for this.
  'passage-after-receive': 'Entered Time is after Receive Time',
  'reopen-too-late': 'A run can be reopened for a day after it was ended.',
  'reopen-pig-taken': ({ pig, runName }) => `${pig} is on its way again, on ${runName}.`,
  'reopen-path-taken': ({ pig }) => `${pig} is on its way on this path.`,
  'reopen-devices-taken': ({ uids, runName, pig }) =>
    `${uids.length === 1 ? 'AGM' : 'AGMs'} ${uids.join(', ')} of this run ${uids.length === 1 ? 'watches' : 'watch'} ${runName} (${pig}) now.`,
  'passage-refused': ({ fault }) => OF_MARKER[fault],
  'manual-passage-refused': ({ fault }) => OF_MANUAL[fault],
  'not-launched': 'The run is not launched.',
  'launch-refused': ({ fault }) => describe(OF_LAUNCH, fault),
  'receive-refused': ({ fault }) => describe(OF_RECEIVE, fault),
  'times-refused': ({ fault }) => OF_TIMES[fault.code],
};

const OF_PATH: TextsOf<PathFault> = {
  'file-missing': 'CSV file is required.',
  'file-name-too-long': 'The CSV file name is too long. Maximum length is 250 characters.',
  'name-missing': 'Pig run name cannot be empty or contain only whitespace.',
  'name-too-long': 'Pig run name is too long. Maximum length is 150 characters.',
  'name-with-controls': 'Pig run name must not have control characters.',
  'speed-missing': 'Missing expected speed',
  'speed-out-of-range': 'Expected speed is not between .1 and 20 mph.',
  'diameter-missing': 'Missing pipeline diameter',
  'diameter-out-of-range': 'Pipeline diameter is not between 4 and 50 inches.',
  'receive-site-missing': 'Missing receive site',
  'launch-site-missing': 'Missing launch site',
  'no-devices': 'Need to add at least 1 AGM',
  'line-too-short': 'Missing AGMs or launch/receive sites',
  'no-pigs': 'Need to add at least 1 pig',
  'notes-too-long': 'Pig run notes cannot exceed 1000 characters.',
  'marker-name-taken': ({ name }) => `Duplicate marker name: ${name}`,
  'pig-name-taken': ({ name }) => `Duplicate pig name: ${name}`,
  'path-name-taken': ({ name }) => `There is already a pig path with the name ${name}.`,
  'user-notified-twice': 'Each user has at most one notification.',
};

const METRIC_LIMITS: { readonly [Code in PathFault['code']]?: string } = {
  'speed-out-of-range': 'Expected speed is not between 0.045 and 8.94 m/s.',
  'diameter-out-of-range': 'Pipeline diameter is not between 101.6 and 1270 mm.',
};

const OF_REPORT: Texts<ReportFault> = {
  'start-invalid': 'The start date is not valid.',
  'end-invalid': 'The end date is not valid.',
  'wrong-order': 'The start date must be before the end date.',
  'no-devices': 'At least one uid value must be selected.',
};

const OF_RUN_REPORT: Texts<RunReportFault> = {
  'not-completed': 'The pig run is not completed.',
  'no-markers': 'The pig run has no markers.',
  'no-passages': 'The pig run has no passages.',
};

/** Texts of the passage chart and the history. */
export const describeVerificationFault = (fault: VerificationFault): string => OF_CHART[fault];
/** Texts of a marker's passages, and wherever a time is entered. */
export const describeMarkerFault = (fault: VerificationFault | TimeFault): string => OF_MARKER[fault];
export const describeManualFault = (fault: ManualFault): string => OF_MANUAL[fault];
export const describeNewLaunchFault = (fault: NewLaunchFault): string => OF_NEW_LAUNCH[fault];
export const describeLaunchFault = (fault: LaunchFault): string => describe(OF_LAUNCH, fault);
export const describeReceiveFault = (fault: ReceiveFault): string => describe(OF_RECEIVE, fault);
export const describeTimesFault = ({ code }: Pick<TimesFault, 'code'>): string => OF_TIMES[code];
export const describeRunRefusal = (refusal: RunRefusal): string => describe(OF_RUN, refusal);
/** In the words of the documents, whose limits are in US customary units. */
export const describePathFault = (fault: PathFault, units: UnitSystem = DEFAULT_UNITS): string =>
  (units === 'metric' && METRIC_LIMITS[fault.code]) || describe(OF_PATH, fault);
export const describeReportFault = (fault: ReportFault): string => OF_REPORT[fault];
export const describeRunReportFault = (fault: RunReportFault): string => OF_RUN_REPORT[fault];

/** At the field of an entry that is no number of a known unit. */
export function describeEntryFault(fault: EntryFault, quantity: Quantity): string {
  switch (fault) {
    case 'empty':
      return 'Enter a number.';
    case 'decimal-comma':
      return 'Write decimals with a point, as in 1.3, and no commas.';
    case 'no-number':
      return 'Begin with a number.';
    case 'unknown-unit':
      return `Units are ${listAcceptedUnits(quantity).join(', ')}.`;
  }
}
