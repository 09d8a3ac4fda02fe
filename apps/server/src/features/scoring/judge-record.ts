import { decodeWaveform } from '@waymark/device-protocol/mqtt/waveform';
import { scoreRecord } from '@waymark/signals/scoring/score-record';

/** A record as it is stored. */
export interface RecordToJudge {
  /** A waveform with its header. */
  readonly data: Uint8Array;
  /** Six shares of the sound; null: the device measured none. */
  readonly audioBands: readonly number[] | null;
  readonly isSnippet: boolean;
}

export interface Score {
  readonly algorithm: string;
  readonly weight: number;
  readonly prediction: 0 | 1;
  readonly confidence: number;
}

/** More decimals than a percentage shows. */
const round = (value: number) => Math.round(value * 1e5) / 1e5;

/** null: it cannot be judged. Without a run no speed is expected. */
export function judgeRecord({ data, audioBands, isSnippet }: RecordToJudge): Score[] | null {
  const waveform = decodeWaveform(data);
  if (!waveform.ok) return null;
  const { channel, samples, rateMilliHz } = waveform.value;
  const record = { channel, samples, samplingRate: rateMilliHz / 1000, audio: audioBands, isSnippet, expectedSpeedMps: null };
  const scored = scoreRecord(record);
  if (!scored.ok) return null;
  return scored.value.map(({ algorithm, weight, prediction, confidence }) => ({
    algorithm,
    weight: round(weight),
    prediction,
    confidence: round(confidence),
  }));
}
