import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layCourse } from './course.ts';
import { estimate, reckon, type Estimate } from './estimate.ts';
import {
  formatDuration,
  formatEta,
  formatPreviewEta,
  readEtas,
  showEtas,
  writeEtas,
  writeOldEtas,
} from './location-message.ts';
import type { Run } from '../run.ts';
import { after, placeAt, plainRun, withSeen } from '../testing/plain-run.ts';

/** A run with markers a kilometre apart, 100 s from one to the next and 500 s to the end. */
function estimateRun(run: Run, seconds: number): Estimate {
  const course = layCourse(run.path);
  return estimate(reckon(run, course), course, run.path.markers, after(seconds));
}

const stopped: Run = { ...plainRun(), edit: { at: after(1), place: placeAt(0), speed: 0 } };
const pastAll = withSeen(plainRun(), { M4: 400 });

describe('formatEta', () => {
  it('[T-119] -1 reads n/a, before the rule for "0 or less"', () => {
    expect(formatEta(-1)).toBe('n/a');
    expect(formatEta(-2)).toBe('now');
  });

  it.each([0, -0.5, -3600])('[T-120] %d s reads now', (seconds) => {
    expect(formatEta(seconds)).toBe('now');
  });

  it.each([
    [0.4, '0:00:00'],
    [1, '0:00:01'],
    [59.999, '0:00:59'],
    [61, '0:01:01'],
    [3599, '0:59:59'],
    [3600, '1:00:00'],
    [36_000, '10:00:00'],
    [111_909, '31:05:09'],
    [3_600_000, '1000:00:00'],
  ])('[T-121] %d s reads %s: whole seconds, hours unpadded and beyond a day', (seconds, text) => {
    expect(formatEta(seconds)).toBe(text);
  });

  it('a duration is never negative', () => {
    expect(formatDuration(-5)).toBe('0:00:00');
  });
});

describe('UpdateLocationV2', () => {
  it('sends whole seconds, truncated', () => {
    expect(writeEtas(estimateRun(plainRun(), 30.3))).toEqual({ nextETA: '69', completeETA: '469' });
    expect(readEtas({ nextETA: '69', completeETA: '469' })).toEqual({ isPaused: false, nextS: 69, endS: 469 });
  });

  it('[T-125] a paused run sends -1', () => {
    expect(writeEtas(estimateRun(stopped, 100))).toEqual({ nextETA: '-1', completeETA: '-1' });
    expect(showEtas(estimateRun(stopped, 100))).toEqual({ isPaused: true, nextS: -1, endS: -1 });
  });

  it.each([100, 170])(
    '[T-126] sends -2 when the estimate has passed the next marker, shown as 0 s: after %d s',
    (seconds) => {
      expect(writeEtas(estimateRun(plainRun(), seconds))).toEqual({
        nextETA: '-2',
        completeETA: String(500 - seconds),
      });
      expect(showEtas(estimateRun(plainRun(), seconds))).toEqual({ isPaused: false, nextS: 0, endS: 500 - seconds });
      expect(formatEta(showEtas(estimateRun(plainRun(), seconds)).nextS)).toBe('now');
    },
  );

  it('[T-127] sends -3 when there is no next marker, shown as -1', () => {
    expect(writeEtas(estimateRun(pastAll, 450))).toEqual({ nextETA: '-3', completeETA: '50' });
    expect(showEtas(estimateRun(pastAll, 450))).toEqual({ isPaused: false, nextS: -1, endS: 50 });
    expect(formatEta(showEtas(estimateRun(pastAll, 450)).nextS)).toBe('n/a');
  });

  it.each([500, 9000])(
    '[T-128] sends -3 and -2 when the estimate has passed the end: no next marker, the end now; after %d s',
    (seconds) => {
      expect(writeEtas(estimateRun(plainRun(), seconds))).toEqual({ nextETA: '-3', completeETA: '-2' });
      expect(showEtas(estimateRun(plainRun(), seconds))).toEqual({ isPaused: false, nextS: -1, endS: 0 });
    },
  );

  it('[T-128] a passed end takes precedence over the next marker', () => {
    expect(readEtas({ nextETA: '12', completeETA: '-2' })).toEqual({ isPaused: false, nextS: -1, endS: 0 });
  });

  it('reads back what it writes', () => {
    const seconds = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(fc.option(seconds), seconds, (nextEtaS, endEtaS) => {
        const { isPaused, nextS, endS } = showEtas({
          isPaused: false,
          distanceM: 0,
          place: placeAt(0),
          nextEtaS,
          endEtaS,
        });
        expect(isPaused).toBe(false);
        expect(endS).toBe(Math.max(0, Math.trunc(endEtaS)));
        expect(nextS).toBe(nextEtaS === null || endEtaS <= 0 ? -1 : Math.max(0, Math.trunc(nextEtaS)));
      }),
    );
  });
});

describe('formatPreviewEta', () => {
  it('[T-122] [T-123] a planned marker was passed, is there now, or comes', () => {
    expect([-1, -0.5, 0, 0.9, 1, 3725].map((seconds) => formatPreviewEta(seconds))).toEqual([
      'passed',
      'passed',
      'now',
      'now',
      '0:00:01',
      '1:02:05',
    ]);
  });
});

describe('UpdateLocation, the older one', () => {
  it.each<[string, Run, number, string, string]>([
    ['on its way', plainRun(), 30, '0:01:10', '0:07:50'],
    ['past the next marker', plainRun(), 130, 'passed', '0:06:10'],
    ['past the last marker', pastAll, 450, 'none', '0:00:50'],
    ['past the end', plainRun(), 501, 'none', 'passed'],
    ['paused', stopped, 100, 'none', 'none'],
  ])('[T-124] sends %s as texts', (_what, run, seconds, nextETA, completeETA) => {
    expect(writeOldEtas(estimateRun(run, seconds))).toEqual({ nextETA, completeETA });
  });
});
