import { EM_INTERVAL_S, RECORD_CENTRE, RECORD_SAMPLES } from '../sampling.ts';

/** A value at a time, in seconds from an event. Called once per sample, in order, because noise has a state. */
export type Signal = (tS: number) => number;

export const silence: Signal = () => 0;

export function addSignals(...signals: readonly Signal[]): Signal {
  return (tS) => {
    let sum = 0;
    for (const signal of signals) sum += signal(tS);
    return sum;
  };
}

/** Delays the signal by `laterS`. */
export function delay(signal: Signal, laterS: number): Signal {
  return (tS) => signal(tS - laterS);
}

/** The samples of a record whose centre is the time 0. */
export function renderRecord(signal: Signal): Float64Array {
  const samples = new Float64Array(RECORD_SAMPLES);
  for (let at = 0; at < RECORD_SAMPLES; at++) samples[at] = signal((at - RECORD_CENTRE) * EM_INTERVAL_S);
  return samples;
}
