import { describe, expect, it } from 'vitest';
import { PacedWork } from './paced-work.ts';

function startWork() {
  let now = 1000;
  let alarm: { at: number; run: () => void } | null = null;
  const turns: number[] = [];
  const work = new PacedWork(() => turns.push(now), {
    now: () => now,
    nextFrame: () => undefined,
    after: (ms, run) => {
      const mine = { at: now + ms, run };
      alarm = mine;
      return () => {
        if (alarm === mine) alarm = null;
      };
    },
  });
  const waitUntil = (at: number) => {
    if (alarm && alarm.at <= at) {
      const { run } = alarm;
      now = alarm.at;
      alarm = null;
      run();
    }
    now = at;
  };
  return { work, turns, waitUntil };
}

describe('paced work', () => {
  it('runs at once after an idle period', () => {
    const { work, turns } = startWork();
    work.ask(100);
    expect(turns).toEqual([1000]);
  });

  it('merges all requests until the next turn', () => {
    const { work, turns, waitUntil } = startWork();
    work.ask(100);
    waitUntil(1030);
    work.ask(100);
    work.ask(100);
    waitUntil(1200);
    expect(turns).toEqual([1000, 1100]);
  });

  it('moves the next turn forward for an urgent request', () => {
    const { work, turns, waitUntil } = startWork();
    work.ask(1000);
    waitUntil(1010);
    work.ask(1000);
    work.ask(100);
    waitUntil(1500);
    expect(turns).toEqual([1000, 1100]);
    work.ask(1000);
    waitUntil(2099);
    expect(turns).toHaveLength(2);
    waitUntil(2100);
    expect(turns).toEqual([1000, 1100, 2100]);
  });

  it('runs nothing after stop', () => {
    const { work, turns, waitUntil } = startWork();
    work.ask(100);
    work.ask(100);
    work.stop();
    waitUntil(5000);
    expect(turns).toEqual([1000]);
  });
});
