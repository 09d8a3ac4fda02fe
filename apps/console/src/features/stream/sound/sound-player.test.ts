import { describe, expect, it } from 'vitest';
import { gainOf } from './sound-policy.ts';
import { SoundPlayer } from './sound-player.ts';

const FRAME = 960;
const FRAME_S = 0.96;
const OUTPUT_HZ = 48_000;
const HZ = 100;
const LOUDNESS = 0.3;

/** A device that hums endlessly, and a sound card; the test advances the time. */
class Listening {
  readonly player = new SoundPlayer(OUTPUT_HZ);
  #seq = 0;

  constructor() {
    this.player.setVolume(0);
    this.player.start();
  }

  /** Frames come at once. */
  send(count = 1): void {
    for (let frame = 0; frame < count; frame++, this.#seq++) {
      const from = this.#seq * FRAME;
      const sounds = Float32Array.from(
        { length: FRAME },
        (_, at) => LOUDNESS * Math.sin((2 * Math.PI * HZ * (from + at)) / 1000),
      );
      this.player.push(this.#seq, sounds);
    }
  }

  lose(): void {
    this.#seq += 1;
  }

  /** Reads in blocks of 128, as a browser does. */
  hear(seconds: number): Float32Array {
    const heard = new Float32Array(Math.round((seconds * OUTPUT_HZ) / 128) * 128);
    for (let at = 0; at < heard.length; at += 128) this.player.process(heard.subarray(at, at + 128));
    return heard;
  }

  /** Each frame when it is due. */
  follow(frames: number): Float32Array {
    const heard = Array.from({ length: frames }, () => {
      this.send();
      return [...this.hear(FRAME_S)];
    });
    return Float32Array.from(heard.flat());
  }
}

const loudest = (sounds: Float32Array) => sounds.reduce((most, sound) => Math.max(most, Math.abs(sound)), 0);

/** The second difference, which shows a click. */
function largestBend(sounds: Float32Array): number {
  return sounds
    .slice(2)
    .reduce((most, sound, at) => Math.max(most, Math.abs(sound - 2 * (sounds[at + 1] ?? 0) + (sounds[at] ?? 0))), 0);
}
const SINE_BEND = LOUDNESS * (2 * Math.sin((Math.PI * HZ) / OUTPUT_HZ)) ** 2;
/** Measured across a fade, which bends a little too. */
const FADED_BEND = SINE_BEND * 1.5;

function countCycles(sounds: Float32Array): number {
  const threshold = LOUDNESS / 3;
  let cycles = 0;
  for (let at = 1; at < sounds.length; at++)
    if ((sounds[at - 1] ?? 0) < threshold && (sounds[at] ?? 0) >= threshold) cycles += 1;
  return cycles;
}

describe('the sound of the stream', () => {
  it('[S-117] starts when 2 s of sound have arrived, not before', () => {
    const listening = new Listening();
    expect(loudest(listening.follow(2))).toBe(0);
    expect(listening.player.state).toBe('buffering');
    listening.send();
    expect(loudest(listening.hear(FRAME_S))).toBeCloseTo(LOUDNESS, 2);
    expect(listening.player.state).toBe('playing');
  });

  it('[S-117] plays 2 s behind the newest sound, and plays those after the last frame', () => {
    const listening = new Listening();
    listening.follow(2);
    listening.send();
    const cycles = countCycles(listening.hear(5));
    expect(cycles / HZ).toBeGreaterThan(1.9);
    expect(cycles / HZ).toBeLessThanOrEqual(2);
  });

  it('reproduces the received sine at its pitch, without a step between frames or blocks', () => {
    const listening = new Listening();
    listening.follow(4);
    const heard = listening.follow(10);
    expect(largestBend(heard)).toBeLessThan(SINE_BEND * 1.1);
    expect(loudest(heard)).toBeCloseTo(LOUDNESS, 2);
    expect(Math.abs(countCycles(heard) / (heard.length / OUTPUT_HZ) - HZ)).toBeLessThan(HZ * 0.005);
  });

  it('fades out when no frame arrives, and starts again after 2 s of sound', () => {
    const listening = new Listening();
    listening.follow(4);
    const ending = listening.hear(3);
    expect(largestBend(ending)).toBeLessThan(FADED_BEND);
    expect(listening.player.state).toBe('buffering');
    listening.send();
    expect(loudest(listening.hear(1))).toBe(0);
    listening.send(2);
    const again = listening.hear(FRAME_S);
    expect(loudest(again)).toBeCloseTo(LOUDNESS, 2);
    expect(largestBend(again)).toBeLessThan(FADED_BEND);
  });

  it('[S-121] tolerates a lag of less than 5 s', () => {
    const listening = new Listening();
    listening.follow(4);
    listening.send(3);
    const lagging = listening.hear(30);
    expect(countCycles(lagging) / HZ).toBeGreaterThan(3.8);
  });

  it('[S-121] jumps to 2 s behind the newest when it lags by more than 5 s, without a click', () => {
    const listening = new Listening();
    listening.follow(4);
    listening.send(5);
    const jumping = listening.hear(30);
    expect(countCycles(jumping) / HZ).toBeGreaterThan(1.9);
    expect(countCycles(jumping) / HZ).toBeLessThan(2.05);
    expect(largestBend(jumping)).toBeLessThan(FADED_BEND);
  });

  it('[S-118] buffers at most 60 s, however much arrives at once', () => {
    const listening = new Listening();
    listening.send(100);
    const cycles = countCycles(listening.hear(70));
    expect(cycles / HZ).toBeLessThanOrEqual(2);
  });

  it('stays in time when a frame is lost, without a click', () => {
    const listening = new Listening();
    listening.follow(4);
    listening.lose();
    listening.hear(FRAME_S);
    const around = listening.follow(4);
    expect(listening.player.state).toBe('playing');
    expect(largestBend(around)).toBeLessThan(FADED_BEND);
    expect(Math.abs(countCycles(around) / HZ - 3 * FRAME_S)).toBeLessThan(0.1);
  });

  it.each([
    ['slower', 0.996],
    ['faster', 1.004],
  ])('stays from 2 s to 40 blocks behind a device whose clock is %s', (_, rate) => {
    const listening = new Listening();
    for (let frame = 0; frame < 200; frame++) {
      listening.send();
      listening.hear(FRAME_S / rate);
    }
    listening.send();
    const left = countCycles(listening.hear(5)) / HZ;
    // Half a per cent of correction leaves at most 200 sounds.
    expect(left).toBeGreaterThan(2 - 0.25);
    expect(left).toBeLessThan(2.4 + 0.2);
  });

  it('[S-116] changes the loudness with the volume, gradually', () => {
    const listening = new Listening();
    listening.follow(4);
    listening.player.setVolume(4);
    const heard = listening.follow(1);
    expect(loudest(heard.subarray(OUTPUT_HZ / 2))).toBeCloseTo(LOUDNESS * gainOf(4), 1);
    expect(largestBend(heard)).toBeLessThan(SINE_BEND * gainOf(4) * 1.2);
  });

  it('[S-070] fades out on stop, then accepts no frames, and starts afresh', () => {
    const listening = new Listening();
    listening.follow(4);
    listening.player.stop();
    const ending = listening.hear(0.1);
    expect(largestBend(ending)).toBeLessThan(FADED_BEND);
    expect(listening.player.isSilent).toBe(true);
    expect(loudest(listening.follow(4))).toBe(0);
    listening.player.start();
    expect(loudest(listening.follow(2))).toBe(0);
    expect(loudest(listening.follow(1))).toBeCloseTo(LOUDNESS, 2);
  });
});
