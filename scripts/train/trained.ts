import type { ModelName } from '../../packages/signals/src/scoring/model-name.ts';
import type { Tested } from '../../packages/signals/src/scoring/training/train-and-test.ts';

export interface Trained extends Tested {
  readonly name: ModelName;
}
