/** First everything that is shown is reloaded, then what was open is restored on top of it. */
const STAGES = ['reload', 'restore'] as const;
export type RecoveryStage = (typeof STAGES)[number];

type RecoveryStep = () => Promise<unknown>;

/** What features do when the console has been offline. */
export class RecoverySteps {
  readonly #steps: Record<RecoveryStage, Set<RecoveryStep>> = { reload: new Set(), restore: new Set() };

  register(stage: RecoveryStage, step: RecoveryStep): () => void {
    this.#steps[stage].add(step);
    return () => this.#steps[stage].delete(step);
  }

  /** One stage after the other, the steps of a stage together; fails with the first that fails. */
  async run(): Promise<void> {
    for (const stage of STAGES) {
      await Promise.all([...this.#steps[stage]].map(async (step) => step()));
    }
  }
}
