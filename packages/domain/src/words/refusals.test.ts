import { expect, it } from 'vitest';
import type { PathFault } from '../path/settle-path.ts';
import type { RunRefusal } from '../run/refusal.ts';
import { describePathFault, describeRunRefusal } from './refusals.ts';

// The tests of the rules show the texts of the documents; these are the server's own.

it.each<[RunRefusal, string]>([
  [{ code: 'too-many-markers' }, 'A run has at most 10000 markers.'],
  [{ code: 'too-many-markers-of-viewers' }, 'Viewers can add at most 20 markers to a run.'],
  [{ code: 'passage-refused', fault: 'marker-verified' }, 'This marker has previously verified passage'],
  [
    { code: 'launch-refused', fault: { code: 'after-passage', passageAt: Date.UTC(2026, 2, 18, 8, 20) } },
    'There is a verified passage at 2026-03-18 08:20:00.',
  ],
  [{ code: 'receive-refused', fault: { code: 'before-passage', markerName: 'M4' } }, 'Time is before Psg at Marker M4'],
  [
    { code: 'times-refused', fault: { of: 'receive', code: 'receive-before-launch' } },
    'Error ! Receive Time entered is before Launch Time.',
  ],
])('describes the refusal %j of a run', (refusal, text) => {
  expect(describeRunRefusal(refusal)).toBe(text);
});

it.each<[PathFault, string]>([
  [{ code: 'marker-name-taken', name: 'M1' }, 'Duplicate marker name: M1'],
  [{ code: 'pig-name-taken', name: 'mfl' }, 'Duplicate pig name: mfl'],
  [{ code: 'path-name-taken', name: 'North' }, 'There is already a pig path with the name North.'],
  [{ code: 'user-notified-twice' }, 'Each user has at most one notification.'],
])('describes the fault %j of a path', (fault, text) => {
  expect(describePathFault(fault)).toBe(text);
});
