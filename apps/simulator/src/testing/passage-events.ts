import type { PassageEvent } from '../passage/passage-event.ts';

const samples = () =>
  Int16Array.from({ length: 500 }, (_, at) => Math.round(9000 * Math.exp(-(((at - 250) / 12) ** 2))));

/** A pig with transmitter and magnets, heard on all channels. */
export function buildPassageEvent(at: number, freq = 22): PassageEvent {
  return {
    at,
    freq,
    record: {
      waveforms: { elf: samples(), geo: samples(), mag: samples() },
      features: {
        snrDb: [21, 14, 18],
        widthS: [2.1, 1.4, 2.6],
        weldSpeedMps: 1.5,
        audioBands: [10, 20, 30, 40, 50, 105],
      },
    },
  };
}
