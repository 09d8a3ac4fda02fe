import { inEnglish, markText, markTexts, type Translate } from '../language/translate.ts';
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
  readonly [Code in Refusal['code']]: string | ((refusal: WithCode<Refusal, Code>, t: Translate) => string);
};

function describe<Refusal extends Coded>(texts: TextsOf<Refusal>, refusal: Refusal, t: Translate): string {
  const text = texts[refusal.code as Refusal['code']] as string | ((given: Refusal, t: Translate) => string);
  return typeof text === 'string' ? t(text) : text(refusal, t);
}

const OF_CHART: Texts<VerificationFault> = markTexts({
  'marker-verified': 'Marker has a previously verified passage !',
  'before-launch': 'Passage Time is before Launch Time !',
  'in-future': 'Passage Time is in the Future !',
  'before-previous': 'Passage time is before a previous Verified Psg !',
  'after-further': 'Passage time is ahead of a further Verified Psg !',
});

const OF_MARKER: Texts<VerificationFault | TimeFault> = markTexts({
  'marker-verified': 'This marker has previously verified passage',
  'before-launch': 'Entered Time is before Launch Time',
  'in-future': 'Entered Time is in the Future',
  'before-previous': 'Entered Time is before of a previous Verified Psg',
  'after-further': 'Entered Time is ahead of a further Verified Psg',
  'too-early': 'Entered Time is before 2015',
});

const OF_MANUAL: Texts<ManualFault> = markTexts({
  unreadable: 'Please enter valid Passage Time {YYYY-MM-DD HH:MM:SS}',
  'marker-verified': 'This marker has previously verified passage',
  'before-launch': 'Manual passage Time is before Launch Time',
  'after-receive': 'Manual passage Time is after Receive Time',
  'in-future': 'Entered Time is in the Future',
  'before-previous': 'Entered Time is before or equals to a previously verified psg',
  'after-further': 'Entered Time is ahead of a further Verified Psg',
  'already-exists': 'Verified passage Already Exist at this location',
});

/** A run that is launched now. */
const OF_NEW_LAUNCH: Texts<NewLaunchFault> = markTexts({
  unreadable: 'Error ! Invalid format.',
  'in-future': 'Error ! Launch can not be set to future time.',
});

/** An active run. The second text is the server's own. */
const OF_LAUNCH: TextsOf<LaunchFault> = {
  'in-future': markText('Error ! Launch cannot be set to future time.'),
  'after-passage': ({ passageAt }, t) =>
    t('There is a verified passage at {time}.', { time: formatUtcSecond(passageAt) }),
};

const OF_RECEIVE: TextsOf<ReceiveFault> = {
  'before-launch': markText('Receive Time is before Launch Time'),
  'before-passage': ({ markerName }, t) => t('Time is before Psg at Marker {marker}', { marker: String(markerName) }),
  'in-future': markText('Error ! Receive Time entered is in the Future.'),
};

/** A completed run. */
const OF_TIMES: Texts<TimesFault['code']> = markTexts({
  'launch-empty': 'Error ! Launch Time is Empty.',
  'receive-empty': 'Error ! Receive Time is Empty.',
  'launch-unreadable': 'Please enter valid Launch Time {YYYY-MM-DD HH:MM:SS}',
  'receive-unreadable': 'Please enter valid Receive Time {YYYY-MM-DD HH:MM:SS}',
  'launch-in-future': 'Error ! Launch Time entered is in the Future.',
  'receive-in-future': 'Error ! Receive Time entered is in the Future.',
  'receive-before-launch': 'Error ! Receive Time entered is before Launch Time.',
  'launch-after-passage': 'Entered Launch time is ahead of Verified Passage Time.',
  'receive-before-passage': 'Entered Receive time is before of Verified Passage Time.',
});

const OF_RUN: TextsOf<RunRefusal> = {
  'marker-unknown': ({ markerName }, t) => t('There is no marker {marker}.', { marker: markerName }),
  'marker-name-taken': ({ markerName }, t) => t('Duplicate marker name: {name}', { name: markerName }),
  'marker-name-missing': markText('A marker needs a name.'),
  'marker-name-too-long': (_, t) => t('Marker Name is limited to {number} characters', { number: MAX_MARKER_NAME }),
  'marker-note-too-long': (_, t) => t('Notes are limited to {number} characters', { number: MAX_MARKER_NOTE }),
  'marker-not-tracked': ({ markerName }, t) => t('{marker} is not tracked.', { marker: markerName }),
  'marker-linked-automatically': ({ markerName }, t) => t('{marker} is linked automatically.', { marker: markerName }),
  'site-not-tracked': markText('The launch and the receive site are not tracked.'),
  'too-many-markers': (_, t) => t('A run has at most {number} markers.', { number: MOST_MARKERS }),
  'too-many-markers-of-viewers': (_, t) =>
    t('Viewers can add at most {number} markers to a run.', { number: MOST_MARKERS_OF_VIEWERS }),
  'device-not-watching': ({ uid }, t) => t('AGM {uid} does not watch this run.', { uid }),
  'device-linked': ({ uid, markerName }, t) => t('AGM {uid} is linked to {marker}.', { uid, marker: markerName }),
  'passage-unknown': markText('There is no such passage in this run.'),
  // The documents have no text for this.
  'passage-after-receive': markText('Entered Time is after Receive Time'),
  'reopen-too-late': markText('A run can be reopened for a day after it was ended.'),
  'reopen-pig-taken': ({ pig, runName }, t) => t('{pig} is on its way again, on {run}.', { pig, run: runName }),
  'reopen-path-taken': ({ pig }, t) => t('{pig} is on its way on this path.', { pig }),
  'reopen-devices-taken': ({ uids, runName, pig }, t) =>
    uids.length === 1
      ? t('AGM {uids} of this run watches {run} ({pig}) now.', { uids: uids.join(), run: runName, pig })
      : t('AGMs {uids} of this run watch {run} ({pig}) now.', { uids: uids.join(', '), run: runName, pig }),
  'passage-refused': ({ fault }, t) => t(OF_MARKER[fault]),
  'manual-passage-refused': ({ fault }, t) => t(OF_MANUAL[fault]),
  'not-launched': markText('The run is not launched.'),
  'launch-refused': ({ fault }, t) => describe(OF_LAUNCH, fault, t),
  'receive-refused': ({ fault }, t) => describe(OF_RECEIVE, fault, t),
  'times-refused': ({ fault }, t) => t(OF_TIMES[fault.code]),
};

const OF_PATH: TextsOf<PathFault> = {
  'file-missing': markText('CSV file is required.'),
  'file-name-too-long': markText('The CSV file name is too long. Maximum length is 250 characters.'),
  'name-missing': markText('Pig run name cannot be empty or contain only whitespace.'),
  'name-too-long': markText('Pig run name is too long. Maximum length is 150 characters.'),
  'name-with-controls': markText('Pig run name must not have control characters.'),
  'speed-missing': markText('Missing expected speed'),
  'speed-out-of-range': markText('Expected speed is not between .1 and 20 mph.'),
  'diameter-missing': markText('Missing pipeline diameter'),
  'diameter-out-of-range': markText('Pipeline diameter is not between 4 and 50 inches.'),
  'receive-site-missing': markText('Missing receive site'),
  'launch-site-missing': markText('Missing launch site'),
  'no-devices': markText('Need to add at least 1 AGM'),
  'line-too-short': markText('Missing AGMs or launch/receive sites'),
  'no-pigs': markText('Need to add at least 1 pig'),
  'notes-too-long': markText('Pig run notes cannot exceed 1000 characters.'),
  'marker-name-taken': ({ name }, t) => t('Duplicate marker name: {name}', { name }),
  'pig-name-taken': ({ name }, t) => t('Duplicate pig name: {name}', { name }),
  'path-name-taken': ({ name }, t) => t('There is already a pig path with the name {name}.', { name }),
  'user-notified-twice': markText('Each user has at most one notification.'),
};

const METRIC_LIMITS: { readonly [Code in PathFault['code']]?: string } = markTexts({
  'speed-out-of-range': 'Expected speed is not between 0.045 and 8.94 m/s.',
  'diameter-out-of-range': 'Pipeline diameter is not between 101.6 and 1270 mm.',
});

const OF_REPORT: Texts<ReportFault> = markTexts({
  'start-invalid': 'The start date is not valid.',
  'end-invalid': 'The end date is not valid.',
  'wrong-order': 'The start date must be before the end date.',
  'no-devices': 'At least one uid value must be selected.',
});

const OF_RUN_REPORT: Texts<RunReportFault> = markTexts({
  'not-completed': 'The pig run is not completed.',
  'no-markers': 'The pig run has no markers.',
  'no-passages': 'The pig run has no passages.',
});

/** Texts of the passage chart and the history. */
export const describeVerificationFault = (fault: VerificationFault, t: Translate = inEnglish): string =>
  t(OF_CHART[fault]);
/** Texts of a marker's passages, and wherever a time is entered. */
export const describeMarkerFault = (fault: VerificationFault | TimeFault, t: Translate = inEnglish): string =>
  t(OF_MARKER[fault]);
export const describeManualFault = (fault: ManualFault, t: Translate = inEnglish): string => t(OF_MANUAL[fault]);
export const describeNewLaunchFault = (fault: NewLaunchFault, t: Translate = inEnglish): string =>
  t(OF_NEW_LAUNCH[fault]);
export const describeLaunchFault = (fault: LaunchFault, t: Translate = inEnglish): string =>
  describe(OF_LAUNCH, fault, t);
export const describeReceiveFault = (fault: ReceiveFault, t: Translate = inEnglish): string =>
  describe(OF_RECEIVE, fault, t);
export const describeTimesFault = ({ code }: Pick<TimesFault, 'code'>, t: Translate = inEnglish): string =>
  t(OF_TIMES[code]);
export const describeRunRefusal = (refusal: RunRefusal, t: Translate = inEnglish): string =>
  describe(OF_RUN, refusal, t);
/** In the words of the documents, whose limits are in US customary units. */
export const describePathFault = (
  fault: PathFault,
  units: UnitSystem = DEFAULT_UNITS,
  t: Translate = inEnglish,
): string => {
  const metric = units === 'metric' ? METRIC_LIMITS[fault.code] : undefined;
  return metric === undefined ? describe(OF_PATH, fault, t) : t(metric);
};
export const describeReportFault = (fault: ReportFault, t: Translate = inEnglish): string => t(OF_REPORT[fault]);
export const describeRunReportFault = (fault: RunReportFault, t: Translate = inEnglish): string =>
  t(OF_RUN_REPORT[fault]);

/** At the field of an entry that is no number of a known unit. */
export function describeEntryFault(fault: EntryFault, quantity: Quantity, t: Translate = inEnglish): string {
  switch (fault) {
    case 'empty':
      return t('Enter a number.');
    case 'decimal-comma':
      return t('Write decimals with a point, as in 1.3, and no commas.');
    case 'no-number':
      return t('Begin with a number.');
    case 'unknown-unit':
      return t('Units are {units}.', { units: listAcceptedUnits(quantity).join(', ') });
  }
}
