import { describe, expect, test } from 'vitest';
import { POWER_MODES } from '@waymark/domain/device/modes';
import { listPowerModes } from './power-modes.ts';

const list = (firmwareVersion: number | null, isIridium = false) =>
  listPowerModes({ firmwareVersion, isIridium }).map((mode) => POWER_MODES[mode]);

const THREE = ['Active', 'Hibernate', 'Low Power'];

describe('listPowerModes', () => {
  test.each([2.3, 9.9, 10, 10.05, 10.43])('[C-068] firmware %d has Active, Hibernate and Low Power', (version) => {
    expect(list(version)).toEqual(THREE);
  });

  test.each([10.44, 10.5, 11, null])('Cellular OFF requires firmware 10.44 (%s)', (version) => {
    expect(list(version)).toEqual([...THREE, 'Cellular OFF']);
  });

  test.each<[number | null, string[]]>([
    [9.9, ['Active', 'Hibernate']],
    [10.28, ['Active', 'Hibernate']],
    [10.29, THREE],
    [10.44, THREE],
    [null, THREE],
  ])(
    '[C-036] a satellite device with firmware %s has no Low Power below 10.29, and never Cellular OFF',
    (version, expected) => {
      expect(list(version, true)).toEqual(expected);
    },
  );
});
