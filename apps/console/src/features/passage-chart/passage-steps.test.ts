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
    '[P-007] are found in the middle of a list of several devices',
    [above, own, below],
    { previous: above, next: below, position: 2, total: 3 },
  ],
  [
    '[P-007] wrap around at the beginning of the list',
    [own, above, below],
    { previous: below, next: above, position: 1, total: 3 },
  ],
  [
    '[P-007] wrap around at the end of the list',
    [above, below, own],
    { previous: below, next: above, position: 3, total: 3 },
  ],
  ['are the passage itself in a list of one', [own], { previous: own, next: own, position: 1, total: 1 }],
])('the next and the previous passage %s', (_, list, steps) => {
  expect(findSteps(chart, list)).toEqual(steps);
});

it.each([
  ['without a list', undefined],
  ['if the list no longer contains it', [above, below]],
  ['if the list has a record of that number from another device only', [{ uid: 8, passageId: 72 }]],
])("the next and the previous passage are the device's own %s", (_, list) => {
  expect(findSteps(chart, list)).toEqual({
    previous: { uid: 7, passageId: 60 },
    next: { uid: 7, passageId: 80 },
    position: 4,
    total: 9,
  });
});
