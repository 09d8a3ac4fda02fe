import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CALIBRATION_FILE, writeCalibration } from './estimator-calibration.ts';

it('the committed calibration matches the one generated from the simulated runs', () => {
  expect(writeCalibration()).toBe(readFileSync(CALIBRATION_FILE, 'utf8'));
}, 120_000);
