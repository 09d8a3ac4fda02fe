import { describeTraining } from '@waymark/domain/scoring/score';
import { fail, succeed, type Result } from '@waymark/domain/result';
import { measureFeatures } from './features/measure-features.ts';
import { nameModel } from './model-name.ts';
import { checkRecord, type RecordToScore, type ScoringFailure } from './record-to-score.ts';
import { ALGORITHMS, judgeFeatures, type Algorithm, type AlgorithmScore } from './scoring-model.ts';
import { SHIPPED_MODELS } from './shipped-models.ts';

/** Never throws: an invalid record returns the reason. `algorithms`: those linked to the run's tool. */
export function scoreRecord(
  record: RecordToScore,
  algorithms: readonly Algorithm[] = ALGORITHMS,
): Result<AlgorithmScore[], ScoringFailure> {
  const checked = checkRecord(record);
  if (!checked.ok) return fail(checked.failure);
  return succeed(judgeFeatures(SHIPPED_MODELS[nameModel(record)], measureFeatures(record), algorithms));
}

/** Shown beside the percentage: "trained on simulated data". */
export function describeModel(record: Pick<RecordToScore, 'channel' | 'audio' | 'isSnippet'>): string {
  return describeTraining(SHIPPED_MODELS[nameModel(record)].trainedOn);
}
