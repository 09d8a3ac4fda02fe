import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CALIBRATION_FILE, writeCalibration } from './estimator-calibration.ts';

it('the calibration of the estimator is what its simulated runs make', () => {
  expect(writeCalibration()).toBe(readFileSync(CALIBRATION_FILE, 'utf8'));
}, 120_000);
