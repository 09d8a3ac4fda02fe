import { describe, expect, it } from 'vitest';
import { Drift } from './sound-player.ts';
import { FrameJoiner } from './frame-joiner.ts';
import { Limiter, LIMITED_LEVEL, LOUDEST } from './limiter.ts';
import { Resampler } from './resampler.ts';
import { BUFFER_SOUNDS, gainOf, limitVolume, QUEUE_SOUNDS, START_SOUNDS, UPSAMPLING, VOLUME } from './sound-policy.ts';
import { SoundQueue } from './sound-queue.ts';
import { Upsampler, UPSAMPLER_DELAY } from './upsampler.ts';

const SOUND_HZ = 1000;
const FRAME = 960;

const sine = (hz: number, rate: number) => (at: number) => Math.sin((2 * Math.PI * hz * at) / rate);
const drain = (queue: SoundQueue) => Array.from({ length: queue.count }, () => queue.take());
const frameOf = (value: number) => new Float32Array(FRAME).fill(value);

function upsample(hz: number, seconds: number): number[] {
  let at = 0;
  const upsampler = new Upsampler(() => sine(hz, SOUND_HZ)(at++));
  return Array.from({ length: seconds * SOUND_HZ * UPSAMPLING }, () => upsampler.next());
}

describe('the volume', () => {
  it.each([
    [0, 1],
    [20, 10],
    [40, 100],
    [60, 1000],
    [6, 1.9953],
  ])('[S-116] a volume of %f dB is a gain of %f', (db, gain) => {
    expect(gainOf(db)).toBeCloseTo(gain, 4);
  });

  it('[S-012] [S-115] the volume is 20 dB at first and is limited to 0 to 60', () => {
    expect([VOLUME.default, limitVolume(-1), limitVolume(33), limitVolume(61), limitVolume(Number.NaN)]).toEqual([
      20, 0, 33, 60, 20,
    ]);
  });
});

describe('the queue', () => {
  it('the queue returns sounds in order, and silence when it is empty', () => {
    const queue = new SoundQueue(4);
    for (const sound of [1, 2, 3]) queue.push(sound);
    expect([queue.take(), queue.take(), queue.take(), queue.take(), queue.count]).toEqual([1, 2, 3, 0, 0]);
  });

  it('[S-118] the queue holds 1,000 blocks of 60 and then drops the oldest', () => {
    const queue = new SoundQueue(QUEUE_SOUNDS);
    for (let at = 0; at < QUEUE_SOUNDS + 60; at++) queue.push(at);
    expect([queue.count, queue.take()]).toEqual([60_000, 60]);
  });
});

describe('joining frames', () => {
  function join(...frames: readonly (readonly [seq: number, value: number])[]): number[] {
    const queue = new SoundQueue(QUEUE_SOUNDS);
    const joiner = new FrameJoiner(queue);
    for (const [seq, value] of frames) joiner.push(seq, frameOf(value));
    return drain(queue);
  }
  const largestStep = (sounds: readonly number[]) =>
    Math.max(...sounds.slice(1).map((sound, at) => Math.abs(sound - (sounds[at] ?? 0))));

  it('the joiner passes consecutive frames unchanged', () => {
    const sounds = join([7, 0.5], [8, 0.5]);
    expect(sounds).toHaveLength(2 * FRAME);
    expect(new Set(sounds)).toEqual(new Set([0.5]));
  });

  it('the joiner replaces a lost frame by silence with soft edges', () => {
    const sounds = join([7, 0.5], [9, 0.5]);
    expect(sounds).toHaveLength(3 * FRAME);
    expect(new Set(sounds.slice(FRAME, 2 * FRAME))).toEqual(new Set([0]));
    expect(largestStep(sounds)).toBeLessThanOrEqual(0.5 / 20 + 1e-6);
  });

  it('the joiner drops a repeated frame', () => {
    expect(join([7, 0.5], [8, 0.5], [8, 0.5], [7, 0.5])).toHaveLength(2 * FRAME);
  });

  it.each([
    ['of more than 5 s', 7 + 6 + 1],
    ['after a restart of the device', 0],
  ])('the joiner continues softly after a gap %s', (_, seq) => {
    const sounds = join([7, 0.5], [seq, -0.5]);
    expect(sounds).toHaveLength(2 * FRAME);
    expect(largestStep(sounds)).toBeLessThanOrEqual(0.5 / 20 + 1e-6);
  });
});

describe('the upsampler', () => {
  it.each([5, 50, 200, 400])('[S-120] the upsampler preserves a sine of %i Hz', (hz) => {
    const drawn = upsample(hz, 1);
    const wanted = sine(hz, SOUND_HZ * UPSAMPLING);
    const errors = drawn
      .slice(400)
      .map((sound, at) => Math.abs(sound - wanted(400 + at - UPSAMPLER_DELAY * UPSAMPLING)));
    expect(Math.max(...errors)).toBeLessThan(0.01);
  });

  it('the upsampler preserves a constant', () => {
    const upsampler = new Upsampler(() => 0.25);
    const settled = Array.from({ length: 1000 }, () => upsampler.next()).slice(200);
    for (const sound of settled) expect(sound).toBeCloseTo(0.25, 12);
  });
});

it.each([48_000, 44_100, 8000])('a sound card at %i Hz gets the sine of 4,000', (outputHz) => {
  let at = 0;
  const resampler = new Resampler(() => sine(200, 4000)(at++));
  const step = 4000 / outputHz;
  const drawn = Array.from({ length: outputHz }, () => resampler.walk(step));
  const wanted = sine(200, outputHz);
  // The curve needs one point beyond.
  const latePoints = 2;
  const errors = drawn.slice(100).map((sound, index) => Math.abs(sound - wanted(100 + index - latePoints / step)));
  expect(Math.max(...errors)).toBeLessThan(0.01);
});

describe('drift', () => {
  function settle(lag: number): number {
    const drift = new Drift();
    for (let frame = 0; frame < 200; frame++) drift.measure(lag);
    return drift.rate;
  }

  it('[S-119] drift is not corrected between the start latency and the buffer of 40 blocks at 1,000 Hz', () => {
    expect(BUFFER_SOUNDS).toBe(2400);
    expect([settle(START_SOUNDS), settle(2200), settle(BUFFER_SOUNDS)].map((rate) => rate.toFixed(5))).toEqual([
      '1.00000',
      '1.00000',
      '1.00000',
    ]);
  });

  it('drift is corrected by at most half a per cent', () => {
    expect(settle(BUFFER_SOUNDS + 20)).toBeCloseTo(1.0005, 5);
    expect(settle(START_SOUNDS - 20)).toBeCloseTo(0.9995, 5);
    expect([settle(4900), settle(0)]).toEqual([1.005, 0.995]);
  });

  it('the drift correction ignores a single late frame', () => {
    const drift = new Drift();
    for (let frame = 0; frame < 200; frame++) drift.measure(2200);
    drift.measure(1400);
    expect(drift.rate).toBe(1);
  });
});

describe('the limiter', () => {
  const run = (amplitude: number) => {
    const limiter = new Limiter(48_000);
    return Array.from({ length: 48_000 }, (_, at) => Math.abs(limiter.limit(amplitude * sine(100, 48_000)(at))));
  };

  it('the limiter does not change quiet sound', () => {
    const limiter = new Limiter(48_000);
    expect([0, 0.1, -0.3, LIMITED_LEVEL].map((sound) => limiter.limit(sound))).toEqual([0, 0.1, -0.3, LIMITED_LEVEL]);
  });

  it('the limiter never exceeds its peak, even at 60 dB, and soon reaches -6 dB', () => {
    const sounds = run(gainOf(60));
    expect(Math.max(...sounds)).toBeLessThanOrEqual(LOUDEST);
    expect(Math.max(...sounds.slice(4800))).toBeLessThan(LIMITED_LEVEL * 1.1);
    expect(Math.max(...sounds.slice(4800))).toBeGreaterThan(LIMITED_LEVEL * 0.9);
  });

  it('the limiter restores the gain after a loud sound', () => {
    const limiter = new Limiter(48_000);
    for (let at = 0; at < 480; at++) limiter.limit(10);
    for (let at = 0; at < 2 * 48_000; at++) limiter.limit(0);
    expect(limiter.limit(0.4)).toBeCloseTo(0.4, 5);
  });
});
