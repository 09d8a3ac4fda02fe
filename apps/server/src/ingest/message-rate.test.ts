import { expect, test } from 'vitest';
import { createMessageRates, MessageRate } from './message-rate.ts';

function openRate(perSecond: number, burst: number) {
  let now = 0;
  const rate = new MessageRate<number>({ perSecond, burst }, () => now);
  return { rate, pass: (ms: number) => (now += ms) };
}

test('[W-051] MessageRate allows a burst, delays further messages, and refuses without a charge those that would wait too long', () => {
  const { rate, pass } = openRate(10, 3);
  expect([1, 2, 3, 4, 5].map(() => rate.take(7, 250))).toEqual([0, 0, 0, 100, 200]);
  expect([rate.take(7, 250), rate.take(7, 250)]).toEqual([null, null]);
  expect(rate.take(8, 250)).toBe(0);
  pass(100);
  expect(rate.take(7, 250)).toBe(200);
});

test('MessageRate refills during a pause, up to the burst', () => {
  const { rate, pass } = openRate(10, 3);
  for (let n = 0; n < 3; n += 1) rate.take(7);
  expect(rate.take(7)).toBeNull();
  pass(100);
  expect([rate.take(7), rate.take(7)]).toEqual([0, null]);
  pass(1_000_000);
  expect([1, 2, 3, 4].map(() => rate.take(7))).toEqual([0, 0, 0, null]);
});

test('a rate of 0 limits nothing', () => {
  const { devices, streams } = createMessageRates(0, () => 0);
  for (let n = 0; n < 100_000; n += 1) expect(devices.take(7) === 0 && streams.take(7) === 0).toBe(true);
});

test('MessageRate drops full buckets only, however many keys exist', () => {
  const { rate, pass } = openRate(10, 1);
  rate.take(-1, 1_000_000);
  for (let n = 0; n < 1_000; n += 1) rate.take(-1, 1_000_000);
  for (let key = 0; key < 50_000; key += 1) rate.take(key);
  pass(1000);
  for (let key = 0; key < 50_000; key += 1) rate.take(key);
  expect(rate.take(-1)).toBeNull();
});
