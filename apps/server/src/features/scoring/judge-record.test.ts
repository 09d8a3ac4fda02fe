import { encodeWaveform, WAVEFORM_LENGTH, WAVEFORM_SAMPLES } from '@waymark/device-protocol/mqtt/waveform';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeRecord } from './judge-record.ts';
import { Scorer } from './scorer.ts';

const NOISE = Int16Array.from({ length: WAVEFORM_SAMPLES }, (_, at) =>
  Math.round(300 * Math.sin(at) + 900 * Math.sin(7.3 * at)),
);

function encode(samples: Int16Array, rateMilliHz = 16_667): Uint8Array {
  return encodeWaveform({ channel: 'mag', sensitivity: 3, rateMilliHz, samples });
}

test.each([
  ['cut off', encode(NOISE).slice(0, -2), null],
  ['of another rate', encode(NOISE, 15_625), null],
  ['silent', encode(new Int16Array(WAVEFORM_SAMPLES)), null],
  ['clipped', encode(NOISE.map((sample) => (sample > 0 ? 0x7fff : -0x8000))), null],
  ['heard with fewer bands than there are', encode(NOISE), [1, 2, 3]],
])('a record that is %s is not scored', (_, data, audioBands) => {
  expect(judgeRecord({ data, audioBands, isSnippet: false })).toBeNull();
});

test('any stored bytes are scored without an exception', () => {
  const bytes = fc.uint8Array({ minLength: WAVEFORM_LENGTH, maxLength: WAVEFORM_LENGTH });
  const headed = bytes.map((tail) => Uint8Array.of(...encode(NOISE).slice(0, 8), ...tail.slice(8)));
  fc.assert(
    fc.property(fc.oneof(bytes, headed), fc.boolean(), (data, isSnippet) => {
      for (const { confidence } of judgeRecord({ data, audioBands: null, isSnippet }) ?? []) {
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 50 },
  );
});

test('the thread answers in the order of the requests, with the same scores', async () => {
  const scorer = new Scorer();
  const records = [NOISE, new Int16Array(WAVEFORM_SAMPLES), NOISE.toReversed()].map((samples) => ({
    data: encode(samples),
    audioBands: null,
    isSnippet: false,
  }));
  const answers = await Promise.all([scorer.score(records), scorer.score(records.slice(2))]);
  expect(answers).toEqual([records.map(judgeRecord), records.slice(2).map(judgeRecord)]);
  await scorer.close();
});

test('a thread that ends rejects its requests; the next request starts another', async () => {
  const scorer = new Scorer();
  const records = [{ data: encode(NOISE), audioBands: null, isSnippet: false }];
  const lost = scorer.score(records);
  const closed = scorer.close();
  await expect(lost).rejects.toThrow('ended');
  await closed;
  expect(await scorer.score(records)).toEqual(records.map(judgeRecord));
  await scorer.close();
});
