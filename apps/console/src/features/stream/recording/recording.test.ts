import { CHANNELS, FRAME_MS, FRAME_ROWS, FRAME_SOUNDS, type StreamFrame } from '@waymark/domain/stream/frame';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openRecording, writeRecording } from './recording-file.ts';
import { FRAME_BYTES, MAX_BYTES, MAX_FRAMES, packHeader, unpackFrame } from './recording-format.ts';
import { Recorder } from './recording.ts';
import { createReplaySource } from '../session/replay-source.ts';

/** The longest allowed recording. */
const UID = 99_999_999_999_999;
const T = 1_782_522_123_000;

/** Values as a device sends them, including the extremes. */
function makeFrame(seq: number, t = T + seq * FRAME_MS): StreamFrame {
  const geo = Float32Array.from({ length: FRAME_SOUNDS }, (_, at) =>
    at === 0 ? -1 : at === 1 ? 0.99997 : Math.sin(at + seq),
  );
  const em = Float32Array.from({ length: FRAME_ROWS * CHANNELS }, (_, at) => {
    const channel = at % CHANNELS;
    if (channel >= 12) return -95 + channel;
    return channel >= 10 ? 0.5 : 1.5 * Math.cos(at + seq);
  });
  return { uid: UID, seq, t, geo, em };
}

function record(count: number, maxFrames?: number): Recorder {
  const recorder = new Recorder(maxFrames);
  for (let seq = 0; seq < count; seq++) recorder.take(makeFrame(seq));
  return recorder;
}

const largestGap = (one: Float32Array, other: Float32Array) =>
  one.reduce((gap, value, at) => Math.max(gap, Math.abs(value - (other[at] ?? Number.NaN))), 0);

describe('a recording', () => {
  it('a recording keeps each sample to the sixteenth bit', async () => {
    const { uid, frames } = await openRecording(await writeRecording(UID, record(3).frames));
    expect(uid).toBe(UID);
    const heard = frames.map((bytes) => unpackFrame(uid, bytes));
    expect(heard.map(({ seq, t }) => [seq, t])).toEqual([0, 1, 2].map((seq) => [seq, T + seq * FRAME_MS]));
    for (const frame of heard) {
      const said = makeFrame(frame.seq);
      expect(largestGap(frame.geo, said.geo)).toBeLessThanOrEqual(1 / 32_768);
      expect(largestGap(frame.em, said.em)).toBeLessThanOrEqual(1.5 / 32_768);
    }
  });

  it('a recording covers at most the last 30 minutes and then reuses its buffers', () => {
    expect(MAX_FRAMES * FRAME_MS).toBe(30 * 60_000);
    const recorder = record(4, 4);
    const room = new Set(recorder.frames);
    for (let seq = 4; seq < 20; seq++) recorder.take(makeFrame(seq));
    expect(recorder.frames.map((bytes) => unpackFrame(UID, bytes).seq)).toEqual([16, 17, 18, 19]);
    expect(recorder.frames.every((bytes) => room.has(bytes))).toBe(true);
  });

  it("a recording skips late and repeated frames, and restarts after the device's clock was set back", () => {
    const recorder = record(3);
    recorder.take(makeFrame(1));
    recorder.take(makeFrame(2));
    expect(recorder.frames).toHaveLength(3);
    recorder.take(makeFrame(0, T - 60_000));
    expect([recorder.frames.length, recorder.newestAt]).toEqual([1, T - 60_000]);
  });

  it('openRecording opens an uncompressed file too', async () => {
    const file = new Blob([packHeader(UID, 2), ...record(2).frames]);
    expect((await openRecording(file)).frames).toHaveLength(2);
  });
});

describe('an invalid file', () => {
  const frames = record(2).frames;
  const newer = packHeader(UID, 2);
  newer[8] = 2;
  const zip = async (blob: Blob) => new Response(blob.stream().pipeThrough(new CompressionStream('gzip'))).blob();
  const endless = () => zip(new Blob([packHeader(UID, 2), new Uint8Array(MAX_BYTES)]));

  it.each<[string, () => Blob | Promise<Blob>, string]>([
    ['nothing', () => new Blob([]), 'The file is not a recorded stream.'],
    ['a picture', () => new Blob(['\u0089PNG and so on, and so on']), 'The file is not a recorded stream.'],
    ['of another version', () => new Blob([newer, ...frames]), 'The recording was made by a newer version of Waymark.'],
    ['cut off', async () => (await writeRecording(UID, frames)).slice(0, 900), 'The recording is damaged.'],
    ['cut off before it was zipped', () => new Blob([packHeader(UID, 3), ...frames]), 'The recording is damaged.'],
    ['empty', () => new Blob([packHeader(UID, 0)]), 'The recording is damaged.'],
    ['out of order', () => new Blob([packHeader(UID, 2), ...frames.toReversed()]), 'The recording is damaged.'],
    [
      'without a time',
      () => new Blob([packHeader(UID, 1), new Uint8Array(FRAME_BYTES).fill(255)]),
      'The recording is damaged.',
    ],
    ['that unpacks without end', endless, 'The file is longer than any recording.'],
  ])('%s, is refused in words', async (_, make, words) => {
    await expect(openRecording(await make())).rejects.toThrow(words);
  });
});

describe('a replay', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  const gap = 60_000;
  const frames = (() => {
    const recorder = record(2);
    recorder.take(makeFrame(2, T + gap));
    return recorder.frames;
  })();

  it('a replay delivers frames when they are due, and shortens a long silence', () => {
    const heard: number[] = [];
    const stop = createReplaySource({ uid: UID, frames }).start(({ seq }) => heard.push(seq));
    vi.advanceTimersByTime(FRAME_MS - 1);
    expect(heard).toEqual([0]);
    vi.advanceTimersByTime(1);
    expect(heard).toEqual([0, 1]);
    vi.advanceTimersByTime(5000);
    expect(heard).toEqual([0, 1, 2]);
    void stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('a replay plays faster on request, and delivers nothing after stop', () => {
    const heard: number[] = [];
    const stop = createReplaySource({ uid: UID, frames }, { rate: 4 }).start(({ seq }) => heard.push(seq));
    vi.advanceTimersByTime(FRAME_MS / 4);
    expect(heard).toEqual([0, 1]);
    void stop();
    vi.advanceTimersByTime(gap);
    expect(heard).toEqual([0, 1]);
  });
});
