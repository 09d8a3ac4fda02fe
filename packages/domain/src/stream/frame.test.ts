import { describe, expect, it } from 'vitest';
import { readFrame } from './frame.ts';

const row = (from: number) => Array.from({ length: 53 }, (_, at) => from + at / 100);
const event = {
  uid: 7,
  seq: 3,
  t: 1000,
  geodata: Array.from({ length: 960 }, (_, at) => at / 960),
  emdata: Array.from({ length: 16 }, (_, at) => row(at)),
};

describe('readFrame', () => {
  it('[S-092] reads a JSON text with arrays of sounds and rows', () => {
    const frame = readFrame(JSON.stringify(event));
    if (!frame.ok) throw new Error(frame.failure);
    expect(frame.value).toMatchObject({ uid: 7, seq: 3, t: 1000 });
    expect(frame.value.geo[959]).toBeCloseTo(959 / 960, 6);
    expect(frame.value.em[15 * 53 + 52]).toBeCloseTo(15.52, 5);
  });

  it('[S-093] ignores a frame without sounds', () => {
    expect(readFrame(JSON.stringify({ ...event, geodata: [] }))).toEqual({ ok: false, failure: 'no-geodata' });
  });

  it.each([
    ['{', 'not-json'],
    ['null', 'not-a-frame'],
    [JSON.stringify({ ...event, t: 'now' }), 'not-a-frame'],
    [JSON.stringify({ ...event, geodata: [1, 2] }), 'not-a-frame'],
    [JSON.stringify({ ...event, geodata: event.geodata.with(5, Number.NaN) }), 'not-a-frame'],
    [JSON.stringify({ ...event, emdata: event.emdata.slice(1) }), 'not-a-frame'],
    [JSON.stringify({ ...event, emdata: event.emdata.with(3, []) }), 'not-a-frame'],
  ])('rejects anything else (%#)', (text, failure) => {
    expect(readFrame(text)).toEqual({ ok: false, failure });
  });
});
