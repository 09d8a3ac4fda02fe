import { describe, expect, test } from 'vitest';
import {
  describeGeoMode,
  describePassageSize,
  describePassageState,
  describePowerMode,
  describeRecordMode,
  describeSchedule,
  describeSensitivity,
  describeStreamMode,
  hasSchedule,
  SHORT_SENSITIVITIES,
} from './modes.ts';

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('texts of modes', () => {
  test.each([
    ['power', describePowerMode, ['Active', 'Hibernate', 'Low Power', 'Cellular OFF']],
    ['record', describeRecordMode, ['Off', 'On', 'Download']],
    ['[C-077] geo', describeGeoMode, ['Low', 'Medium', 'High', 'Very High']],
    ['passage state', describePassageState, ['Detection Only', 'Detection & GEO']],
    ['[C-080] passage size', describePassageSize, ['10 sec', '20 sec']],
    [
      '[C-078] sensitivity',
      describeSensitivity,
      ['Ultra Low', 'Very Low', 'Low', 'Medium', 'High', 'Very High', 'Ultra High'],
    ],
  ])('%s; unknown values are n/a', (_, describeIt, words) => {
    expect(upTo(words.length).map(describeIt)).toEqual(words);
    expect([describeIt(null), describeIt(words.length)]).toEqual(['n/a', 'n/a']);
  });

  test('[D-038] the stream mode is Off, On, Cell Stream On or Bluetooth Stream On', () => {
    expect(upTo(4).map(describeStreamMode)).toEqual(['Off', 'On', 'Cell Stream On', 'Bluetooth Stream On']);
  });

  test('an unknown stream mode is BT/Cell', () => {
    expect([describeStreamMode(null), describeStreamMode(9)]).toEqual(['BT/Cell', 'BT/Cell']);
  });

  test('[C-072] schedules go from 30 minutes to 24 hours', () => {
    const hours = [2, 4, 8, 12, 16, 24].map((count) => `Every ${count} hours`);
    expect(upTo(8).map(describeSchedule)).toEqual(['Every 30 minutes', 'Every hour', ...hours]);
  });

  test('[C-079] sensitivities have short names', () => {
    expect(SHORT_SENSITIVITIES).toEqual(['UL', 'VL', 'L', 'M', 'H', 'VH', 'UH']);
  });
});

test('a schedule applies in every power mode but Active', () => {
  expect([null, 0, 1, 2, 3].map(hasSchedule)).toEqual([false, false, true, true, true]);
});
