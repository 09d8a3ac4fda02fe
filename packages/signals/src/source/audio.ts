import { GEO_RATE_HZ } from '../sampling.ts';

/**
 * Adds to `audio`, whose first sample is `startS` after an event, at 1000 Hz. It processes buffers, because a record
 * has 30,000 samples. Buffers are consecutive, with lengths in multiples of 20.
 */
export type AudioSource = (audio: Float32Array, startS: number) => void;

const ENVELOPE_SAMPLES = 20;
const ENVELOPE_S = ENVELOPE_SAMPLES / GEO_RATE_HZ;
const INAUDIBLE = 1e-6;

export function addSources(...sources: readonly AudioSource[]): AudioSource {
  return (audio, startS) => {
    for (const source of sources) source(audio, startS);
  };
}

export function delayAudio(source: AudioSource, laterS: number): AudioSource {
  return (audio, startS) => source(audio, startS - laterS);
}

function addRamp(
  audio: Float32Array,
  from: number,
  levels: { readonly before: number; readonly after: number },
  draw: () => number,
): void {
  const step = (levels.after - levels.before) / ENVELOPE_SAMPLES;
  let level = levels.before;
  for (let at = from; at < from + ENVELOPE_SAMPLES; at++) {
    audio[at] = (audio[at] ?? 0) + level * draw();
    level += step;
  }
}

/** Sound with an envelope, which is evaluated every 20 ms; nothing is drawn while it is silent. */
export function shapeSound(draw: () => number, envelope: (tS: number) => number): AudioSource {
  let before: number | null = null;
  return (audio, startS) => {
    before ??= envelope(startS);
    for (let from = 0; from < audio.length; from += ENVELOPE_SAMPLES) {
      const after = envelope(startS + from / GEO_RATE_HZ + ENVELOPE_S);
      if (Math.max(before, after) > INAUDIBLE) addRamp(audio, from, { before, after }, draw);
      before = after;
    }
  };
}
