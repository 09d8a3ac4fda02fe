import type { CapturedPassage } from '@waymark/domain/stream/engine-types';
import { t } from '#/language/t.ts';
import type { SessionVoice } from './session-types.ts';

type Passages = readonly CapturedPassage[];

interface Sending {
  readonly add: (passage: CapturedPassage) => Promise<unknown>;
  readonly voice: SessionVoice;
  readonly onChange: () => void;
}

/** Keeps at most this many failed passages, the newest. */
const MAX_FAILED = 200;

const without = (passages: Passages, passage: CapturedPassage): Passages => passages.filter((one) => one !== passage);

/** Passages on their way to the server. A failed one is kept, so that the user can send it again. */
export class PassageSender {
  readonly #parts: Sending;
  #sending: Passages = [];
  #failed: Passages = [];

  constructor(parts: Sending) {
    this.#parts = parts;
  }

  get sending(): Passages {
    return this.#sending;
  }

  get failed(): Passages {
    return this.#failed;
  }

  /** `onAdded`: the server has stored it. */
  send(passage: CapturedPassage, onAdded: () => void = () => undefined): void {
    if (this.#sending.includes(passage)) return;
    const { add, voice } = this.#parts;
    this.#set([...this.#sending, passage], without(this.#failed, passage));
    voice.notice(t('Adding Web Passage'));
    add(passage).then(
      () => {
        onAdded();
        this.#set(without(this.#sending, passage), this.#failed);
      },
      (cause: unknown) => {
        this.#set(without(this.#sending, passage), [...this.#failed, passage].slice(-MAX_FAILED));
        voice.error({
          message: t('The passage was not added'),
          cause,
          onRetry: () => this.#sendAgain(passage, onAdded),
        });
      },
    );
  }

  #sendAgain(passage: CapturedPassage, onAdded: () => void): void {
    if (this.#failed.includes(passage)) this.send(passage, onAdded);
  }

  #set(sending: Passages, failed: Passages): void {
    this.#sending = sending;
    this.#failed = failed;
    this.#parts.onChange();
  }
}
