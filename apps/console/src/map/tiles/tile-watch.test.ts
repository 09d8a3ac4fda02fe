import { describe, expect, it } from 'vitest';
import { TileWatch } from './tile-watch.ts';

function startWatch(...answers: boolean[]) {
  const statuses: string[] = [];
  const waits: Array<{ ms: number; run: () => void }> = [];
  let asked = 0;
  const watch = new TileWatch({
    probe: () => {
      asked += 1;
      return Promise.resolve(answers.shift() ?? false);
    },
    after: (ms, run) => {
      waits.push({ ms, run });
      return () => undefined;
    },
    onStatus: (status) => statuses.push(status),
  });
  return { watch, statuses, waits, countAsked: () => asked };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('the watch over tile hosts', () => {
  it('probes hosts that are down, later each time, until they respond', async () => {
    const { watch, statuses, waits } = startWatch(false, false, true);
    await watch.ask();
    waits.at(-1)?.run();
    await settle();
    waits.at(-1)?.run();
    await settle();
    expect(waits.map(({ ms }) => ms)).toEqual([15_000, 30_000]);
    expect(statuses).toEqual(['down', 'up']);
  });

  it('probes when tiles fail one after the other, and uses the result', async () => {
    const { watch, statuses, countAsked } = startWatch(true, true, false);
    await watch.ask();
    for (let tile = 0; tile < 4; tile += 1) watch.tell('tile-failed');
    await settle();
    expect(countAsked()).toBe(2);
    expect(statuses).toEqual(['up']);
    for (let tile = 0; tile < 4; tile += 1) watch.tell('tile-failed');
    await settle();
    expect(statuses).toEqual(['up', 'down']);
  });

  it('runs one probe at a time, and ignores its result after stop', async () => {
    const { watch, statuses, countAsked } = startWatch(true);
    const questions = [watch.ask(), watch.ask()];
    watch.stop();
    await Promise.all(questions);
    expect(countAsked()).toBe(1);
    expect(statuses).toEqual([]);
  });
});
