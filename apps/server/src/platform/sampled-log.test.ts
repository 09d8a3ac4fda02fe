import { expect, test } from 'vitest';
import { SampledLog } from './sampled-log.ts';

function openLog() {
  const lines: unknown[] = [];
  return { lines, log: new SampledLog((fields) => lines.push(fields)) };
}

test('[W-051] SampledLog writes a repeated event at most twice a minute and counts it exactly', () => {
  const { lines, log } = openLog();
  for (let n = 0; n < 60_000; n += 1) log.note('7 topic', { uid: 7 }, 1_000_000 + n);
  log.note('8 topic', { uid: 8 }, 1_059_999);
  expect(lines).toEqual([{ uid: 7 }, { uid: 8 }]);
  log.note('7 topic', { uid: 7 }, 1_060_000);
  expect(lines.slice(2)).toEqual([{ uid: 7, repeats: 59_999 }, { uid: 7 }]);
});

test('SampledLog names 60 keys a minute and counts the others together', () => {
  const { lines, log } = openLog();
  for (let n = 0; n < 1000; n += 1) log.note(`key ${n}`, { n }, 0);
  log.flush();
  expect(lines).toHaveLength(61);
  expect(lines.at(-1)).toEqual({ others: 940 });
  log.flush();
  expect(lines).toHaveLength(61);
});
