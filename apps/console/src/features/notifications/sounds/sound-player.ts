import type { AudibleSound } from './sound-names.ts';
import { SoundLimiter } from './sound-limiter.ts';
import { SOUNDS, type Point, type Voice } from './sounds.ts';

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

/** Where all sounds meet: however many there are, they stay below full scale. */
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

/** Asked for even if it runs: it may be about to rest. */
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
  /** Voices that are heard now. */
  readonly voices: Set<OscillatorNode>;
}

/** Plays the sounds, and holds the loudspeaker only while one is heard. */
class SoundPlayer {
  readonly #limiter = new SoundLimiter();
  #opened: Opened | null = null;
  #isBlocked = false;

  /** As one of many, perhaps. */
  async play(name: AudibleSound): Promise<PlayOutcome> {
    // Some places allow sounds without a click: that is tried once, for every try is a complaint of the browser.
    if (this.#isBlocked && !navigator.userActivation.hasBeenActive) return 'blocked';
    return this.#limiter.admit(name, performance.now()) ? this.#playNow(name) : 'left-out';
  }

  /** At once, instead of whatever is heard. */
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
      // A browser without sound, or one whose pages hold it already.
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

  /** What waited in it would otherwise be heard all at once, later. */
  #close(opened: Opened | null): void {
    if (opened && opened.context.state !== 'closed') void opened.context.close();
    if (this.#opened === opened) this.#opened = null;
  }
}

/** One loudspeaker for alerts and for trying them out. */
export const soundPlayer = new SoundPlayer();
