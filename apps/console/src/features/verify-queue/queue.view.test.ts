import { manualPassage, type RunPassage } from '@waymark/domain/run/run';
import { predictArrival } from '@waymark/domain/run/estimate/estimate';
import { heard, minute, straightRun } from '@waymark/domain/run/testing/straight-run';
import { writeRun } from '@waymark/contract/runs/write-run';
import { describe, expect, it } from 'vitest';
import { trackRun } from '#/features/runs/tracked-run.ts';
import { describeLateness, describeSpeed, keepChosen, listNeighbours, listQueue } from './queue.view.ts';

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

  it('[W-240] says how late a passage is', () => {
    const [ahead, item] = listQueue(runs).toVerify;
    if (!ahead || !item) throw new Error('nothing open');
    const expectedAt = predictArrival(ahead.tracked.reckoning, ahead.tracked.run.path.markers[1]?.fromLaunchM ?? 0);
    expect(ahead.lateS).toBe((minute(58) - (expectedAt ?? 0)) / 1000);
    // Behind a confirmed place nothing is expected.
    expect(item.lateS).toBeNull();
  });

  const itemAt = (markerName: string, passages: readonly RunPassage[]) => {
    const found = listQueue([track(4, passages)]).toVerify.find(({ passage }) => passage.markerName === markerName);
    if (!found) throw new Error(`nothing open at ${markerName}`);
    return found;
  };
  const namesAndStates = (markerName: string, passages: readonly RunPassage[]) =>
    listNeighbours(itemAt(markerName, passages)).map(({ name, state }) => `${name}, ${state}`);

  it('[W-263] shows what the nearest markers on both sides say, with the speed of the leg', () => {
    const passages = [heard(1, 20, 'M1', true), heard(2, 40, 'M2', false), manualPassage('M3', minute(60))];
    const [before, after] = listNeighbours(itemAt('M2', passages));
    const distanceOf = (name: string) => straightRun().path.markers.find((marker) => marker.name === name)?.fromLaunchM;
    const speed = ((distanceOf('M2') ?? 0) - (distanceOf('M1') ?? 0)) / 1200;
    expect(before).toMatchObject({ name: 'M1', at: minute(20), state: 'verified' });
    expect(before?.speed).toBeCloseTo(speed, 9);
    expect(before && describeSpeed(before, 'us')).toBe(`${(speed / 0.44704).toFixed(2)} mph`);
    expect(before && describeSpeed(before, 'metric')).toBe(`${speed.toFixed(2)} m/s`);
    expect(after).toMatchObject({ name: 'M3', at: minute(60), state: 'set by hand' });
  });

  it('[W-263] a neighbour that is not verified does not hide the nearest confirmed one', () => {
    const passages = [heard(1, 20, 'M1', false), heard(2, 40, 'M2', false), heard(4, 80, 'M4', false)];
    expect(namesAndStates('M2', passages)).toEqual(['Launch, launch', 'M1, not verified', 'M4, not verified']);
    expect(namesAndStates('M1', [heard(1, 20, 'M1', false)])).toEqual(['Launch, launch']);
  });

  it('[W-263] the passage of a marker that cannot be the pig is no neighbour, and times in the wrong order say so', () => {
    const late = [heard(9, 60, 'M2', true), heard(8, 70, 'M1', false), heard(7, -5, 'M3', false)];
    const neighbours = listNeighbours(itemAt('M1', late));
    expect(neighbours.map(({ name }) => name)).toEqual(['Launch', 'M2']);
    expect(neighbours.map((neighbour) => describeSpeed(neighbour, 'us'))[1]).toBe('impossible order');
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
