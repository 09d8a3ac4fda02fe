/** First all shown data is reloaded, then what was open is restored. */
const STAGES = ['reload', 'restore'] as const;
export type RecoveryStage = (typeof STAGES)[number];

type RecoveryStep = () => Promise<unknown>;

/** The steps that features register for the end of an offline period. */
export class RecoverySteps {
  readonly #steps: Record<RecoveryStage, Set<RecoveryStep>> = { reload: new Set(), restore: new Set() };

  register(stage: RecoveryStage, step: RecoveryStep): () => void {
    this.#steps[stage].add(step);
    return () => this.#steps[stage].delete(step);
  }

  /** Runs one stage after the other, the steps of a stage in parallel; rejects with the first failure. */
  async run(): Promise<void> {
    for (const stage of STAGES) {
      await Promise.all([...this.#steps[stage]].map(async (step) => step()));
    }
  }
}
