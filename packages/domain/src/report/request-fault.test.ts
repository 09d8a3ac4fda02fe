import { expect, it } from 'vitest';
import { describeReportFault } from '../words/refusals.ts';
import { findReportFault } from './request-fault.ts';

const START = Date.UTC(2026, 2, 17);
const END = Date.UTC(2026, 2, 18);
const good = { startAt: START, endAt: END, uids: [7] };

it.each([
  ['[O-050] no start', { ...good, startAt: null, endAt: null, uids: [] }, 'The start date is not valid.'],
  ['[O-051] no end', { ...good, endAt: null, uids: [] }, 'The end date is not valid.'],
  [
    '[O-052] an end before the start',
    { ...good, startAt: END, endAt: START, uids: [] },
    'The start date must be before the end date.',
  ],
  ['[O-052] an end at the start', { ...good, endAt: START }, 'The start date must be before the end date.'],
  ['[O-053] no device', { ...good, uids: [] }, 'At least one uid value must be selected.'],
  ['all of it', good, null],
])('checks a report with %s', (_, wish, words) => {
  const fault = findReportFault(wish);
  expect(fault && describeReportFault(fault)).toBe(words);
});
