import type { CompanyId } from '@waymark/domain/ids';
import type { HeardPassage } from './link-passage.ts';

/** A company's runs stay locked while a batch is linked, so users wait no longer than this many passages take. */
const MAX_BATCH = 20;

type Link = (groupId: CompanyId, passages: readonly HeardPassage[]) => Promise<void>;

interface Waiting {
  readonly passage: HeardPassage;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Links one batch of a company at a time: passages that arrive meanwhile share the next ones. */
export class LinkQueue {
  readonly #link: Link;
  readonly #waiting = new Map<CompanyId, Waiting[]>();

  constructor(link: Link) {
    this.#link = link;
  }

  /** Resolves when all passages are linked; rejects when one of them cannot be. */
  async add(passages: readonly HeardPassage[]): Promise<void> {
    await Promise.all(passages.map((passage) => this.#wait(passage)));
  }

  #wait(passage: HeardPassage): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = this.#waiting.get(passage.groupId);
    if (waiting) waiting.push({ passage, resolve, reject });
    else {
      this.#waiting.set(passage.groupId, [{ passage, resolve, reject }]);
      void this.#run(passage.groupId);
    }
    return promise;
  }

  async #run(groupId: CompanyId): Promise<void> {
    // Lets the other passages of the same call join.
    await Promise.resolve();
    for (let batch = this.#take(groupId); batch.length > 0; batch = this.#take(groupId)) {
      await this.#linkBatch(groupId, batch);
    }
    this.#waiting.delete(groupId);
  }

  #take(groupId: CompanyId): readonly Waiting[] {
    return this.#waiting.get(groupId)?.splice(0, MAX_BATCH) ?? [];
  }

  /** A passage that fails does not stop the others of its batch. */
  async #linkBatch(groupId: CompanyId, batch: readonly Waiting[]): Promise<void> {
    try {
      await this.#link(
        groupId,
        batch.map(({ passage }) => passage),
      );
      for (const { resolve } of batch) resolve();
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error);
      else for (const each of batch) await this.#linkBatch(groupId, [each]);
    }
  }
}
