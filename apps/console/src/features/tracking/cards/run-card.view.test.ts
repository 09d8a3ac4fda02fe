import { exampleRun } from '@waymark/contract/runs/pig-run';
import { after, plainRun, withoutAgms } from '@waymark/domain/run/testing/plain-run';
import { parseUtc } from '@waymark/domain/time/utc';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startSecondTick } from '#/ui/clock/use-utc-now.ts';
import type { RunText } from '#/features/runs/runs.data.ts';
import { trackPlain } from '../testing/track-plain.ts';
import { trackRun } from '#/features/runs/tracked-run.ts';
import { describeLive } from '../use-live-run.ts';
import {
  chooseShown,
  describeArrival,
  describeChances,
  describeShortly,
  describeWayGone,
  findRuns,
  readEnd,
  readNext,
  readSpeed,
} from './run-card.view.ts';

const LAUNCHED_AT = parseUtc('2026-03-18 00:00:00');
const at = (seconds: number) => (LAUNCHED_AT.ok ? LAUNCHED_AT.value : 0) + seconds * 1000;
const track = (changes: Partial<RunText> = {}) => trackRun({ ...exampleRun, ...changes });
const live = (changes: Partial<RunText>, seconds: number) => describeLive(track(changes), undefined, at(seconds));

const manual = (passageTimeStamp: string) =>
  JSON.stringify([
    {
      markerName: 'AGM 01',
      passageTimeStamp,
      uid: null,
      isVerified: true,
      passageId: null,
      elfId: null,
      geoId: null,
      magId: null,
      passageDetectedFrequency: null,
      detectionCount: null,
      packetComplexInformation: null,
      passageTimeEndOfSnip: null,
      isOffline: false,
      isBluetooth: false,
      lat: null,
      lon: null,
      alt: null,
      samplingRate: null,
    },
  ]);
const STOPPED = {
  IsEdit: true,
  PigEditTime: '2026-03-18 00:10:00',
  EditPigLocLat: 35.985,
  EditPigLocLon: -96.767,
  NewSpeed: 0,
};

describe('the speed', () => {
  it('[T-008, T-178] the speed is the calculated one in mph with two decimals, or the expected one if that is 0', () => {
    expect(readSpeed(track(), 'us')).toEqual({ label: 'Speed', value: '3.00', note: 'mph' });
    // 11,772.402 m in two hours
    expect(readSpeed(track({ passages: manual('2026-03-18 02:00:00') }), 'us').value).toBe('3.66');
  });

  it('[W-142] the speed is 0 while the run is paused', () => {
    expect(readSpeed(track(STOPPED), 'us').value).toBe('0.00');
  });
});

describe('the times', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('[T-009, T-010] the times are to the next marker, by its name, and to the end', () => {
    const now = live({}, 60);
    expect(readNext(now)).toEqual({ label: 'To AGM 01', value: '2:25:18', note: '' });
    expect(readEnd(now)).toEqual({ label: 'To run completion', value: '14:07:56', note: '' });
    expect(describeShortly(now)).toBe('To AGM 01 2:25:18');
  });

  it('[T-133, T-134] the times of a run count down by one second with each tick of the screen', () => {
    vi.useFakeTimers({ now: at(60) });
    const shown: string[][] = [];
    const stop = startSecondTick(0, (now) => {
      const run = describeLive(track(), undefined, now);
      shown.push([readNext(run).value, readEnd(run).value]);
    });
    vi.advanceTimersByTime(3000);
    stop();
    expect(shown).toEqual([
      ['2:25:18', '14:07:56'],
      ['2:25:17', '14:07:55'],
      ['2:25:16', '14:07:54'],
      ['2:25:15', '14:07:53'],
    ]);
  });

  it('[T-096] the times of a paused run say that it is paused', () => {
    const now = live(STOPPED, 1200);
    expect(readNext(now)).toMatchObject({ value: 'n/a', note: '(Paused)' });
    expect(readEnd(now)).toMatchObject({ value: '', note: '(Paused)' });
  });

  it('[W-200] the next time is that of the receive site after the last marker', () => {
    const last = live({ passages: manual('2026-03-18 02:00:00') }, 7300);
    expect(readNext(last)).toEqual({ label: 'To Tulsa', value: readEnd(last).value, note: '' });
    expect(readEnd(last).value).toBe('9:34:39');
  });

  it('the next time is now when the marker is due', () => {
    expect(readNext(live({}, 9000)).value).toBe('now');
  });
});

describe('a marker without an AGM', () => {
  it('[W-555] the card goes on to the marker after it once its latest time is over', () => {
    const run = withoutAgms(plainRun(), 'M1');
    const nextAt = (seconds: number) => readNext(describeLive(trackPlain(run), undefined, after(seconds)));
    expect(nextAt(90)).toEqual({ label: 'To M1', value: '0:00:10', note: '' });
    expect(nextAt(150)).toEqual({ label: 'To M2', value: '0:00:50', note: '' });
  });
});

describe("the server's time", () => {
  const position = { at: at(60), place: { lat: 36, lon: -96.7 }, speed: 1.34, isPaused: false };

  it("the server's time does not disturb the count while both agree", () => {
    const now = describeLive(track(), { ...position, nextS: 8717, endS: 50_876 }, at(60));
    expect(now.etas.nextS).toBe(describeLive(track(), undefined, at(60)).etas.nextS);
  });

  it("the server's time replaces the count for ten seconds if they differ", () => {
    const heard = { ...position, nextS: 600, endS: 20_000 };
    expect(describeLive(track(), heard, at(63)).etas).toEqual({ isPaused: false, nextS: 597, endS: 19_997 });
    expect(readNext(describeLive(track(), heard, at(70))).value).toBe('2:25:08');
  });
});

describe('an overdue pig', () => {
  const overdue = describeLive(trackPlain(plainRun()), undefined, after(14 * 3600));

  it('[W-105] the times of an overdue pig say by how much, never "now"', () => {
    expect(readNext(overdue)).toEqual({ label: 'To M1', value: '13:58', note: 'overdue' });
    expect(readEnd(overdue)).toMatchObject({ value: '13:51', note: 'overdue' });
    expect(describeShortly(overdue)).toBe('Stopped, Overdue 13:58 at M1');
  });

  it('[W-105] the distance covered of an overdue pig is a range', () => {
    expect(describeWayGone(overdue.knowledge, overdue.course.lengthM, 'metric')).toBe('0.0 to 2.0 of 5.0 km');
  });
});

it('the distance covered is in the chosen unit', () => {
  expect(describeWayGone({ search: null, pigM: 89_900 }, 164_300, 'metric')).toBe('89.9 of 164.3 km');
  expect(describeWayGone({ search: null, pigM: 89_900 }, 164_300, 'us')).toBe('55.9 of 102.1 mi');
});

describe('the text under the line', () => {
  const span = {
    nextLowS: null,
    nextHighS: null,
    endLowS: 3600,
    endHighS: 30 * 3600,
    lateProbability: 0,
    missProbability: 0,
  };

  it('the text gives the earliest and latest arrival, with the date on another day', () => {
    expect(describeArrival(track(), span, at(60))).toBe('earliest 01:01, latest 03-19 06:01 UTC');
    expect(describeArrival(track(), null, at(60))).toBe('');
  });

  it('the text says what the estimate is based on', () => {
    expect(describeChances(track().run)).toBe('With four chances in five');
    const etaSpreads = { runs: 73, marks: { none: [], unsure: [], gas: [], liquid: [] } };
    const pigPath = JSON.stringify({ ...(JSON.parse(exampleRun.pigPath) as object), etaSpreads });
    expect(describeChances(track({ pigPath }).run)).toBe(
      'With four chances in five; learned from 73 completed runs of the company',
    );
  });

  it('the text says why there is no arrival time', () => {
    expect(describeArrival(track(STOPPED), null, at(1200))).toBe('paused since 00:10:00 UTC');
    expect(describeArrival(track(STOPPED), null, at(25 * 3600))).toBe('paused since 03-18 00:10:00 UTC');
    expect(describeArrival(track(), span, at(-3600))).toBe('launch 03-18 00:00 UTC');
  });
});

describe('many runs', () => {
  const runs = [1, 2, 3, 4, 5].map((runId) => track({ runId, pig: `PIG-${runId}` }));
  const ids = (shown: readonly { readonly run: { readonly runId: number } }[]) => shown.map(({ run }) => run.runId);

  it('chooseShown returns as many runs as fit, the chosen one included', () => {
    expect(ids(chooseShown(runs, [null, null], 3))).toEqual([1, 2, 3]);
    expect(ids(chooseShown(runs, [2], 3))).toEqual([1, 2, 3]);
    expect(ids(chooseShown(runs, [5], 3))).toEqual([1, 2, 5]);
    expect(ids(chooseShown(runs, [5, 4], 1))).toEqual([5]);
    expect(ids(chooseShown(runs, [5, 5], 2))).toEqual([1, 5]);
    expect(ids(chooseShown(runs, [99], 9))).toEqual([1, 2, 3, 4, 5]);
  });

  it('[W-232] chooseShown returns the chosen run and the one that was just launched', () => {
    expect(ids(chooseShown(runs, [4, 5], 3))).toEqual([1, 4, 5]);
    expect(ids(chooseShown(runs, [5, 2], 3))).toEqual([1, 2, 5]);
  });

  it('findRuns searches by pig, path and number', () => {
    expect(ids(findRuns(runs, ' pig-4 '))).toEqual([4]);
    expect(findRuns(runs, 'tulsa')).toHaveLength(5);
    expect(findRuns(runs, 'nowhere')).toEqual([]);
  });
});
