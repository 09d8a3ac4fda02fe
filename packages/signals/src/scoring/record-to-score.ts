import { fail, succeed, type Result } from '@waymark/domain/result';
import { AUDIO_BANDS } from '../audio-bands.ts';
import { EM_RATE_HZ, RECORD_SAMPLES, type Channel } from '../sampling.ts';

export interface RecordToScore {
  readonly channel: Channel;
  /** 500 samples in converter steps. */
  readonly samples: ArrayLike<number>;
  /** In Hz. */
  readonly samplingRate: number;
  /** Six audio shares in 255ths; null or all 0: the device measured none. */
  readonly audio: readonly number[] | null;
  /** Received over satellite: 10 or 20 s, 0 outside. */
  readonly isSnippet: boolean;
  /** Expected speed of the run's tool; null: unknown. */
  readonly expectedSpeedMps: number | null;
}

/** The reason why a record cannot be scored. */
export type ScoringFailure =
  | 'wrong-length'
  | 'wrong-rate'
  | 'not-a-number'
  | 'out-of-range'
  | 'silent'
  | 'clipped'
  | 'wrong-audio';

const RATE_TOLERANCE = 0.01;
const MOST = 0x7fff;
const LEAST = -0x8000;
/** A strong pig may reach full scale; a record that is mostly clipped is unreadable. */
const MOST_CLIPPED = RECORD_SAMPLES / 2;
const WHOLE = 255;

function findSampleFailure(samples: ArrayLike<number>): ScoringFailure | null {
  let clipped = 0;
  let isConstant = true;
  for (let at = 0; at < samples.length; at++) {
    const sample = samples[at];
    if (sample === undefined || !Number.isFinite(sample)) return 'not-a-number';
    if (sample < LEAST || sample > MOST) return 'out-of-range';
    if (sample >= MOST || sample <= -MOST) clipped += 1;
    isConstant &&= sample === samples[0];
  }
  if (clipped > MOST_CLIPPED) return 'clipped';
  return isConstant ? 'silent' : null;
}

function isAudio(audio: readonly number[]): boolean {
  return audio.length === AUDIO_BANDS && audio.every((share) => Number.isFinite(share) && share >= 0 && share <= WHOLE);
}

export function checkRecord(record: RecordToScore): Result<RecordToScore, ScoringFailure> {
  if (record.samples.length !== RECORD_SAMPLES) return fail('wrong-length');
  if (!(Math.abs(record.samplingRate / EM_RATE_HZ - 1) <= RATE_TOLERANCE)) return fail('wrong-rate');
  if (record.audio !== null && !isAudio(record.audio)) return fail('wrong-audio');
  const failure = findSampleFailure(record.samples);
  return failure === null ? succeed(record) : fail(failure);
}

/** Only GEO has audio shares, and only some devices measure them. */
export function hasAudio({ channel, audio }: Pick<RecordToScore, 'channel' | 'audio'>): boolean {
  return channel === 'geo' && audio !== null && audio.some((share) => share > 0);
}
