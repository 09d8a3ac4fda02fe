import type { TimeFault, VerificationFault } from './verification.ts';

// The documents word the same refusals differently on each screen.

const OF_CHART: Readonly<Record<VerificationFault, string>> = {
  'marker-verified': 'Marker has a previously verified passage !',
  'before-launch': 'Passage Time is before Launch Time !',
  'in-future': 'Passage Time is in the Future !',
  'before-previous': 'Passage time is before a previous Verified Psg !',
  'after-further': 'Passage time is ahead of a further Verified Psg !',
};

const OF_MARKER: Readonly<Record<VerificationFault | TimeFault, string>> = {
  'marker-verified': 'This marker has previously verified passage',
  'before-launch': 'Entered Time is before Launch Time',
  'in-future': 'Entered Time is in the Future',
  'before-previous': 'Entered Time is before of a previous Verified Psg',
  'after-further': 'Entered Time is ahead of a further Verified Psg',
  'too-early': 'Entered Time is before 2015',
};

/** Texts of the passage chart and the history. */
export function describeVerificationFault(fault: VerificationFault): string {
  return OF_CHART[fault];
}

/** Texts of a marker's passages, and wherever a time is entered. */
export function describeMarkerFault(fault: VerificationFault | TimeFault): string {
  return OF_MARKER[fault];
}
