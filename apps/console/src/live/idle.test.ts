import { describe, expect, it } from 'vitest';
import { isIdle, isRestoreDue } from './idle.ts';

const quiet = { lastInputAt: 1000, nowMs: 301_000, hasOpenDialog: false, isOnline: true };

describe('idle', () => {
  it('idle means 300 s without input, no open dialog, online', () => {
    expect(isIdle(quiet)).toBe(true);
  });

  it.each([
    ['input 299.999 s ago', { nowMs: 300_999 }],
    ['a dialog open', { hasOpenDialog: true }],
    ['offline', { isOnline: false }],
  ])('idle does not mean %s', (_, part) => {
    expect(isIdle({ ...quiet, ...part })).toBe(false);
  });
});

it('[V-015] a restore is due every 300 s while idle, and not before', () => {
  expect(isRestoreDue(quiet, 1000)).toBe(true);
  expect(isRestoreDue({ ...quiet, nowMs: 600_999 }, 301_000)).toBe(false);
  expect(isRestoreDue({ ...quiet, nowMs: 601_000 }, 301_000)).toBe(true);
  expect(isRestoreDue({ ...quiet, isOnline: false }, 1000)).toBe(false);
});
