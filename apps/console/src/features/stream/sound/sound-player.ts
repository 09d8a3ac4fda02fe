import { FrameJoiner } from './frame-joiner.ts';
import { Limiter } from './limiter.ts';
import { Resampler } from './resampler.ts';
import {
  gainOf,
  QUEUE_SOUNDS,
  SOUND_HZ,
  START_SOUNDS,
  TOLERANCE_SOUNDS,
  UPSAMPLING,
  VOLUME,
  BUFFER_SOUNDS,
  MAX_CORRECTION,
} from './sound-policy.ts';
import { SoundQueue } from './sound-queue.ts';
import { Upsampler, UPSAMPLER_MEMORY } from './upsampler.ts';

/** Weight of one frame's lag in the average; frames arrive unevenly. */
const WEIGHT = 0.1;
/** The correction reaches its maximum this far outside the range. */
const REACH_SOUNDS = 200;

/**
 * Compensates the clock drift between device and sound card: keeps the lag between the start latency and the buffer
 * size. The lag is measured on arrival of a frame, when it is longest.
 */
export class Drift {
  #lag = START_SOUNDS;

  reset(): void {
    this.#lag = START_SOUNDS;
  }

  measure(lag: number): void {
    this.#lag += WEIGHT * (lag - this.#lag);
  }

  /** Playback rate; 1 is the device's own. */
  get rate(): number {
    const wanted = Math.min(Math.max(this.#lag, START_SOUNDS), BUFFER_SOUNDS);
    const excess = Math.min(Math.max((this.#lag - wanted) / REACH_SOUNDS, -1), 1);
    return 1 + excess * MAX_CORRECTION;
  }
}

const FADE_S = 0.02;
const GAIN_S = 0.03;
/** Sounds for a fade at the highest rate, with a margin: the sound fades out when only this many remain. */
const LAST_SOUNDS = 30;

export type PlayerState = 'stopped' | 'buffering' | 'playing';

/** The sound of one dialog, from frames to the samples for the sound card, whose clock is the only one it uses. */
export class SoundPlayer {
  readonly #queue = new SoundQueue(QUEUE_SOUNDS);
  readonly #joiner = new FrameJoiner(this.#queue);
  readonly #upsampler = new Upsampler(() => this.#queue.take());
  readonly #resampler = new Resampler(() => this.#upsampler.next());
  readonly #drift = new Drift();
  readonly #limiter: Limiter;
  readonly #step: number;
  readonly #fadeStep: number;
  readonly #gainShare: number;
  #state: PlayerState = 'stopped';
  #mustJump = false;
  /** Linear from 0, silence, to 1; the audible curve has no corners. */
  #fade = 0;
  #gain = gainOf(VOLUME.default);
  #wantedGain = this.#gain;

  constructor(outputHz: number) {
    this.#step = (SOUND_HZ * UPSAMPLING) / outputHz;
    this.#fadeStep = 1 / (FADE_S * outputHz);
    this.#gainShare = 1 - Math.exp(-1 / (GAIN_S * outputHz));
    this.#limiter = new Limiter(outputHz);
  }

  get state(): PlayerState {
    return this.#state;
  }

  /** Nothing is audible, not even the end of a fade. */
  get isSilent(): boolean {
    return this.#fade === 0 && this.#state !== 'playing';
  }

  setVolume(db: number): void {
    this.#wantedGain = gainOf(db);
  }

  start(): void {
    if (this.#state !== 'stopped') return;
    this.#state = 'buffering';
    this.#queue.keepNewest(0);
    this.#joiner.forget();
  }

  stop(): void {
    this.#state = 'stopped';
  }

  push(seq: number, sounds: Float32Array): void {
    if (this.#state === 'stopped') return;
    this.#joiner.push(seq, sounds);
    if (this.#state === 'playing') {
      this.#drift.measure(this.#queue.count);
      this.#mustJump ||= this.#queue.count > TOLERANCE_SOUNDS;
    } else if (this.#queue.count >= START_SOUNDS) {
      this.#state = 'playing';
      // An earlier fade may still be running.
      this.#mustJump = true;
    }
  }

  process(output: Float32Array): void {
    for (let at = 0; at < output.length; at++) {
      if (this.#fade === 0) this.#turn();
      output[at] = this.isSilent ? 0 : this.#nextSound();
    }
  }

  /** Done while nothing is audible, because it would click. */
  #turn(): void {
    this.#gain = this.#wantedGain;
    if (this.#state !== 'playing') return;
    if (this.#mustJump) this.#jump();
    else if (this.#queue.count <= LAST_SOUNDS) this.#state = 'buffering';
  }

  #jump(): void {
    this.#mustJump = false;
    this.#queue.keepNewest(START_SOUNDS + UPSAMPLER_MEMORY);
    this.#upsampler.prime();
    this.#resampler.prime();
    this.#drift.reset();
  }

  #nextSound(): number {
    const isHeard = this.#state === 'playing' && !this.#mustJump && this.#queue.count > LAST_SOUNDS;
    this.#fade = isHeard ? Math.min(1, this.#fade + this.#fadeStep) : Math.max(0, this.#fade - this.#fadeStep);
    this.#gain += this.#gainShare * (this.#wantedGain - this.#gain);
    const sound = this.#resampler.walk(this.#step * this.#drift.rate);
    return this.#limiter.limit(sound * this.#gain) * this.#fade ** 2 * (3 - 2 * this.#fade);
  }
}
