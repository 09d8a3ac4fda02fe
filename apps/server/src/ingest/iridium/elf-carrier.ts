import { WAVEFORM_SAMPLES } from '@waymark/device-protocol/mqtt/waveform';

// A satellite snippet contains only the envelope of its ELF signal, while charts and classifiers expect a complete
// recording: the band mixed to 5.3333 Hz, sampled at 16.6667 Hz.

/** 16/3 Hz over 50/3 Hz: turns of the carrier per sample. */
const TURNS_PER_SAMPLE = 16 / 50;
const CENTRE = WAVEFORM_SAMPLES / 2;

/** Puts the envelope on its carrier, with a crest at the passage, so that the highest point keeps its height. */
export function modulateEnvelope(envelope: Int16Array): Int16Array {
  return envelope.map((value, at) => Math.round(value * Math.cos(2 * Math.PI * TURNS_PER_SAMPLE * (at - CENTRE))));
}
