import { examplePassageRow } from '@waymark/contract/devices/passage-row';
import { expect, it } from 'vitest';
import { findSteps } from './passage-steps.ts';

const chart = {
  row: { ...examplePassageRow, uid: 7, passageId: 72, magId: 72, elfId: 71, geoId: null },
  position: 4,
  total: 9,
  previousId: 60,
  nextId: 80,
};
const own = { uid: 7, passageId: 71 };
const [above, below] = [
  { uid: 8, passageId: 5 },
  { uid: 9, passageId: 6 },
];

it.each([
  [
    '[P-007] in the middle of a list of several devices',
    [above, own, below],
    { previous: above, next: below, position: 2, total: 3 },
  ],
  [
    '[P-007] at its beginning, which its end comes before',
    [own, above, below],
    { previous: below, next: above, position: 1, total: 3 },
  ],
  [
    '[P-007] at its end, after which it begins again',
    [above, below, own],
    { previous: below, next: above, position: 3, total: 3 },
  ],
  ['alone in it', [own], { previous: own, next: own, position: 1, total: 1 }],
])('the next and the previous passage %s', (_, list, steps) => {
  expect(findSteps(chart, list)).toEqual(steps);
});

it.each([
  ['without a list', undefined],
  ['of a list that has it no longer', [above, below]],
  ['where only another device has a record of that number', [{ uid: 8, passageId: 72 }]],
])("the next and the previous passage are the device's own %s", (_, list) => {
  expect(findSteps(chart, list)).toEqual({
    previous: { uid: 7, passageId: 60 },
    next: { uid: 7, passageId: 80 },
    position: 4,
    total: 9,
  });
});
