import { decodeWaveform } from '@waymark/device-protocol/mqtt/waveform';
import { scoreRecord } from '@waymark/signals/scoring/score-record';
import { ALGORITHMS } from '@waymark/signals/scoring/scoring-model';

/** A record as it is stored. */
export interface RecordToJudge {
  /** A waveform with its header. */
  readonly data: Uint8Array;
  /** Six shares of the sound; null: the device measured none. */
  readonly audioBands: readonly number[] | null;
  readonly isSnippet: boolean;
  /** Metres per second, of the run that the passage belongs to. */
  readonly expectedSpeedMps?: number | null;
  /** The algorithms of the run's tool for this channel; null: all of them. */
  readonly algorithms?: readonly string[] | null;
}

export interface Score {
  readonly algorithm: string;
  readonly weight: number;
  readonly prediction: 0 | 1;
  readonly confidence: number;
}

/** More decimals than a percentage shows. */
const round = (value: number) => Math.round(value * 1e5) / 1e5;

/** null: it cannot be scored, or the tool has no algorithm for the channel. */
export function judgeRecord({
  data,
  audioBands,
  isSnippet,
  expectedSpeedMps = null,
  algorithms = null,
}: RecordToJudge): Score[] | null {
  const asked = ALGORITHMS.filter((kind) => algorithms?.includes(kind) ?? true);
  if (asked.length === 0) return [];
  const waveform = decodeWaveform(data);
  if (!waveform.ok) return null;
  const { channel, samples, rateMilliHz } = waveform.value;
  const record = { channel, samples, samplingRate: rateMilliHz / 1000, audio: audioBands, isSnippet, expectedSpeedMps };
  const scored = scoreRecord(record, asked);
  if (!scored.ok) return null;
  return scored.value.map(({ algorithm, weight, prediction, confidence }) => ({
    algorithm,
    weight: round(weight),
    prediction,
    confidence: round(confidence),
  }));
}
