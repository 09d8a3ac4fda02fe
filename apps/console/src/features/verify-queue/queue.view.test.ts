import { manualPassage, type RunPassage } from '@waymark/domain/run/run';
import { predictArrival } from '@waymark/domain/run/estimate/estimate';
import { heard, minute, straightRun } from '@waymark/domain/run/testing/straight-run';
import { writeRun } from '@waymark/contract/runs/write-run';
import { describe, expect, it } from 'vitest';
import { trackRun } from '#/features/runs/tracked-run.ts';
import { describeLateness, describeNeighbours, keepChosen, listQueue } from './queue.view.ts';

const track = (runId: number, passages: readonly RunPassage[]) =>
  trackRun(writeRun(straightRun({ runId, passages }), minute(200)));
const keysOf = (items: readonly { readonly passage: RunPassage }[]) =>
  items.map(({ passage }) => [passage.uid, passage.markerName]);

describe('the queue of passages to verify', () => {
  const runs = [
    track(1, [
      heard(101, 60, 'M1', true),
      heard(102, 61, 'M1', false),
      heard(103, 125, 'M2', false),
      manualPassage('M3', minute(180)),
    ]),
    track(2, [heard(201, 58, 'M1', false), heard(202, 20, null, false), heard(203, 40, null, false)]),
  ];

  it('[W-240] lists what is open of all runs, the oldest first, without markers that are decided', () => {
    expect(keysOf(listQueue(runs).toVerify)).toEqual([
      [201, 'M1'],
      [103, 'M2'],
    ]);
  });

  it('[W-240] leaves out what cannot be the pig: before the launch, or before a confirmed passage further back', () => {
    const impossible = track(5, [
      heard(1, 60, 'M2', true),
      heard(2, 50, 'M3', false),
      heard(3, -5, 'M1', false),
      heard(4, 90, 'M4', false),
    ]);
    expect(keysOf(listQueue([impossible]).toVerify)).toEqual([[4, 'M4']]);
  });

  it('[W-241] lists passages at no marker apart, the newest first', () => {
    expect(keysOf(listQueue(runs).atNoMarker)).toEqual([
      [203, null],
      [202, null],
    ]);
  });

  it('[W-241] names the nearest markers of a passage at no marker, where its place is known', () => {
    const place = straightRun().path.markers[2];
    if (!place) throw new Error('no marker');
    const passage = { ...heard(202, 20, null, false), place: { lat: place.lat, lon: place.lon } };
    const [item] = listQueue([track(3, [passage])]).atNoMarker;
    expect(item?.nearest[0]).toMatchObject({ name: place.name });
    expect(item?.nearest[0]?.distanceM).toBeLessThan(1);
    expect(item?.nearest).toHaveLength(2);
  });

  it('[W-240] says how late a passage is, and the speeds that it implies', () => {
    const [ahead, item] = listQueue(runs).toVerify;
    if (!ahead || !item) throw new Error('nothing open');
    const expectedAt = predictArrival(ahead.tracked.reckoning, ahead.tracked.run.path.markers[1]?.fromLaunchM ?? 0);
    expect(ahead.lateS).toBe((minute(58) - (expectedAt ?? 0)) / 1000);
    // Behind a confirmed place nothing is expected.
    expect(item.lateS).toBeNull();
    expect(describeNeighbours(item)[0]).toMatch(/^Since M1: \d+\.\d\d mph$/);
    expect(describeNeighbours(item)[1]).toMatch(/^To M3: \d+\.\d\d mph$/);
    const [late] = listQueue([track(4, [heard(9, 60, 'M2', true), heard(8, 70, 'M1', false)])]).toVerify;
    if (!late) throw new Error('nothing open');
    expect(describeNeighbours(late)[1]).toContain('impossible');
  });

  it.each([
    [null, 'no expected time'],
    [0.2, 'on time to the second'],
    [130, '2:10 late'],
    [-30, '0:30 early'],
    [3725, '1:02:05 late'],
  ])('[W-240] %s s are "%s"', (lateS, words) => {
    expect(describeLateness(lateS)).toBe(words);
  });

  it('[W-240] after a decision the next one is chosen, at the end the last', () => {
    expect(keepChosen(['a', 'b', 'c'], 'b', 0)).toBe('b');
    expect(keepChosen(['a', 'c'], 'b', 1)).toBe('c');
    expect(keepChosen(['a'], 'b', 1)).toBe('a');
    expect(keepChosen([], 'b', 1)).toBeNull();
  });
});
