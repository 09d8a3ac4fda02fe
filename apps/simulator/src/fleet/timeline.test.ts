import { describe, expect, it } from 'vitest';
import { Timeline } from './timeline.ts';

describe('replayed timeline', () => {
  const record = () => {
    const done: [string, number][] = [];
    const timeline = new Timeline(() => 1e9, 1000);
    const note = (name: string) => () => void done.push([name, timeline.now()]);
    return { done, timeline, note };
  };

  it('runs entries in the order of their times, equal times in the order of planning', async () => {
    const { done, timeline, note } = record();
    for (const [at, name] of [
      [5000, 'd'],
      [2000, 'a'],
      [3000, 'b'],
      [3000, 'c'],
    ] as const)
      timeline.plan(at, note(name));
    await timeline.replay(4000, () => null);
    expect(done).toEqual([
      ['a', 2000],
      ['b', 3000],
      ['c', 3000],
    ]);
    expect(timeline.now()).toBe(4000);
  });

  it('stays sorted while entries are planned and cancelled during the replay', async () => {
    const { done, timeline, note } = record();
    let share = 0.5;
    const draw = () => (share = (share * 997.31) % 1);
    for (let at = 0; at < 500; at++) {
      const entry = timeline.plan(1000 + Math.floor(draw() * 5000), note(`${at}`));
      if (draw() < 0.3) entry.isCancelled = true;
      else
        timeline.plan(
          1000 + Math.floor(draw() * 5000),
          () => void timeline.plan(timeline.now() + 100, note(`${at} again`)),
        );
    }
    await timeline.replay(10_000, () => null);
    const instants = done.map(([, at]) => at);
    expect(instants.length).toBeGreaterThan(600);
    expect(instants).toEqual(instants.toSorted((left, right) => left - right));
  });

  it('pauses when told to', async () => {
    const { done, timeline, note } = record();
    timeline.plan(2000, note('a'));
    let release = () => {};
    const replayed = timeline.replay(3000, () =>
      done.length === 0 ? new Promise<void>((resolve) => (release = resolve)) : null,
    );
    expect(done).toEqual([]);
    release();
    await replayed;
    expect(done).toEqual([['a', 2000]]);
  });

  it('continues with the clock once started, overdue entries first', async () => {
    const { done, timeline, note } = record();
    timeline.plan(3000, note('overdue'));
    await new Promise<void>((resolve) => {
      timeline.plan(1e9, resolve);
      timeline.start();
    });
    timeline.stop();
    expect(done).toEqual([['overdue', 1e9]]);
  });
});
