import type { AudibleSound } from '../preferences.ts';
import { SOUNDS, type Point, type Voice, computeLengthS } from './sounds.ts';

/** Several events within this time make one sound. */
const SAME_SOUND_REST_MS = 400;
const MAX_AT_ONCE = 3;

/**
 * Limits the noise of many alerts: a sound starts again only after it has ended, and at most three different ones
 * overlap.
 */
export class SoundLimiter {
  readonly #busyUntil = new Map<AudibleSound, number>();

  /** Whether the sound may start now; if so, it is recorded as started. */
  admit(sound: AudibleSound, nowMs: number): boolean {
    for (const [name, endMs] of this.#busyUntil) if (endMs <= nowMs) this.#busyUntil.delete(name);
    if (this.#busyUntil.has(sound) || this.#busyUntil.size >= MAX_AT_ONCE) return false;
    this.#busyUntil.set(sound, nowMs + Math.max(SAME_SOUND_REST_MS, computeLengthS(SOUNDS[sound]) * 1000));
    return true;
  }
}

type PlayOutcome = 'played' | 'left-out' | 'blocked';

/** A browser that allows sounds starts within milliseconds; one that does not never answers. */
const START_PATIENCE_MS = 1000;
const LEAD_S = 0.02;

function follow(param: AudioParam, points: readonly Point[], beginS: number): void {
  for (const [index, [atS, value]] of points.entries()) {
    if (index === 0) param.setValueAtTime(value, beginS + atS);
    else param.linearRampToValueAtTime(value, beginS + atS);
  }
}

function startVibrato(
  context: AudioContext,
  { wave, rateHz, depthHz }: NonNullable<Voice['vibrato']>,
  pitch: AudioParam,
): OscillatorNode {
  const sway = new OscillatorNode(context, { type: wave, frequency: rateHz });
  sway.connect(new GainNode(context, { gain: depthHz })).connect(pitch);
  return sway;
}

function startVoice(context: AudioContext, out: AudioNode, voice: Voice, beginS: number): OscillatorNode {
  const tone = new OscillatorNode(context, { type: voice.wave });
  const loudness = new GainNode(context, { gain: 0 });
  follow(tone.frequency, voice.pitchHz, beginS);
  follow(loudness.gain, voice.gain, beginS);
  tone.connect(loudness).connect(out);
  const sources = voice.vibrato ? [tone, startVibrato(context, voice.vibrato, tone.frequency)] : [tone];
  for (const source of sources) {
    source.start(beginS + (voice.gain.at(0)?.[0] ?? 0));
    source.stop(beginS + (voice.gain.at(-1)?.[0] ?? 0));
  }
  return tone;
}

/** The common output of all sounds, which stays below full scale. */
function openOutput(context: AudioContext): AudioNode {
  const limit = new DynamicsCompressorNode(context, {
    threshold: -8,
    knee: 0,
    ratio: 20,
    attack: 0.002,
    release: 0.12,
  });
  limit.connect(context.destination);
  return limit;
}

/** Called even if it runs: it may be about to be suspended. */
function waitUntilRunning(context: AudioContext): Promise<boolean> {
  const hasStarted = context.resume().then(
    () => true,
    () => false,
  );
  const isTooLate = new Promise<boolean>((resolve) => {
    setTimeout(resolve, START_PATIENCE_MS, false);
  });
  return Promise.race([hasStarted, isTooLate]);
}

interface Opened {
  readonly context: AudioContext;
  readonly output: AudioNode;
  /** Voices that are playing. */
  readonly voices: Set<OscillatorNode>;
}

/** Plays the sounds, and opens the audio context only while one is playing. */
class SoundPlayer {
  readonly #limiter = new SoundLimiter();
  #opened: Opened | null = null;
  #isBlocked = false;

  /** Subject to the limiter. */
  async play(name: AudibleSound): Promise<PlayOutcome> {
    // Some sites may play sounds without a click: tried once, because the browser logs a warning for each attempt.
    if (this.#isBlocked && !navigator.userActivation.hasBeenActive) return 'blocked';
    return this.#limiter.admit(name, performance.now()) ? this.#playNow(name) : 'left-out';
  }

  /** Plays it at once and stops all others. */
  async tryOut(name: AudibleSound): Promise<PlayOutcome> {
    for (const voice of this.#opened?.voices ?? []) voice.stop();
    return this.#playNow(name);
  }

  async #playNow(name: AudibleSound): Promise<PlayOutcome> {
    const opened = this.#open();
    this.#isBlocked = !opened || !(await waitUntilRunning(opened.context));
    if (!opened || this.#isBlocked) {
      this.#close(opened);
      return 'blocked';
    }
    this.#start(opened, SOUNDS[name].voices);
    return 'played';
  }

  #open(): Opened | null {
    if (this.#opened) return this.#opened;
    try {
      const context = new AudioContext({ latencyHint: 'interactive' });
      this.#opened = { context, output: openOutput(context), voices: new Set() };
    } catch {
      // A browser without audio, or with too many open audio contexts.
    }
    return this.#opened;
  }

  #start({ context, output, voices }: Opened, parts: readonly Voice[]): void {
    const beginS = context.currentTime + LEAD_S;
    for (const part of parts) {
      const tone = startVoice(context, output, part, beginS);
      voices.add(tone);
      tone.addEventListener('ended', () => {
        voices.delete(tone);
        if (voices.size === 0) void context.suspend();
      });
    }
  }

  /** Pending sounds would otherwise play together later. */
  #close(opened: Opened | null): void {
    if (opened && opened.context.state !== 'closed') void opened.context.close();
    if (this.#opened === opened) this.#opened = null;
  }
}

/** The shared player for alerts and for the preview of sounds. */
export const soundPlayer = new SoundPlayer();
