import { describe, expect, it } from 'vitest';
import { NEW_DRAFT } from '../draft.ts';
import { explainDiameter, explainName, explainSpeed } from './field-rules.ts';
import { metresPerSecond, metresPerSecondToMph } from '@waymark/domain/units/speed';

describe('the rules at the fields', () => {
  it('[R-105] [R-106] the defaults 3 mph and 8 inches are valid', () => {
    expect([NEW_DRAFT.speedMph, NEW_DRAFT.diameterIn]).toEqual([3, 8]);
    expect([explainSpeed(NEW_DRAFT.speedMph, 'us'), explainDiameter(NEW_DRAFT.diameterIn, 'us')]).toEqual([null, null]);
  });

  it('[R-084] explainName asks for a name', () => {
    expect(explainName('  ')).toBe('Enter pig run name.');
    expect(explainName('North')).toBeNull();
    expect(explainName('x'.repeat(151))).toBe('Pig run name is too long. Maximum length is 150 characters.');
  });

  it.each([
    [0.1, true],
    [20, true],
    [0.09, false],
    [20.01, false],
    [Number.NaN, false],
    [null, false],
  ])('[R-074] explainSpeed accepts %s: %s', (speed, isTaken) => {
    expect(explainSpeed(speed, 'us')).toBe(
      isTaken ? null : 'Expected speed between 0.1 and 20 mph is required to calculate ETAs!',
    );
  });

  it.each([
    [4, true],
    [50, true],
    [3.9, false],
    [50.1, false],
    [null, false],
  ])('[R-077] explainDiameter accepts %s: %s', (diameter, isTaken) => {
    expect(explainDiameter(diameter, 'us')).toBe(
      isTaken ? null : 'A pipeline diameter between 4 and 50 inches is required to use Machine Learning.',
    );
  });

  it('[W-305] the rules name the limits in metric units for a user of them', () => {
    expect(explainSpeed(20.01, 'metric')).toContain('between 0.045 and 8.94 m/s');
    expect(explainDiameter(3.9, 'metric')).toContain('between 101.6 and 1270 mm');
    const toMph = (speed: number) => metresPerSecondToMph(metresPerSecond(speed));
    expect([0.045, 8.94].map((speed) => explainSpeed(toMph(speed), 'metric'))).toEqual([null, null]);
    expect([101.6, 1270].map((mm) => explainDiameter(Number(((mm / 1000) * 39.37).toFixed(4)), 'metric'))).toEqual([
      null,
      null,
    ]);
  });
});
