import type { Command } from '@waymark/device-protocol/mqtt/command';
import { ANSWER, REJECTION } from '@waymark/commands/answers';

interface Given {
  readonly id: number;
  readonly status: (typeof ANSWER)[keyof typeof ANSWER];
  readonly detail: number;
}

export type Mood = 'willing' | 'rejecting' | 'busy';

const REMEMBERED = 32;

/** What a device does with commands, without a line: it remembers the last it has dealt with, and does none of them twice. */
export class ModelDevice {
  readonly uid: number;
  /** Carried out, in this order. */
  readonly done: number[] = [];
  isListening = false;
  /** The next publication to it gets lost. */
  isDeaf = false;
  readonly #arrived: Command[] = [];
  readonly #remembered: Given[] = [];
  #answers: Given[] = [];

  constructor(uid: number) {
    this.uid = uid;
  }

  hear(command: Command): void {
    if (this.isListening && !this.isDeaf) this.#arrived.push(command);
    this.isDeaf = false;
  }

  /** Deals with what has arrived; the answers are yet to leave. */
  work(mood: Mood, now: number): void {
    for (const command of this.#arrived.splice(0)) this.#answers.push(this.#deal(command, mood, now));
  }

  /** The answers leave, or get lost. */
  takeAnswers(): Given[] {
    const answers = this.#answers;
    this.#answers = [];
    return answers;
  }

  #deal({ id, exp }: Command, mood: Mood, now: number): Given {
    const known = this.#remembered.find((given) => given.id === id);
    if (known) return known;
    if (mood === 'busy') return { id, status: ANSWER.busy, detail: 0 };
    const isLate = exp !== null && exp < now;
    const given =
      isLate || mood === 'rejecting'
        ? { id, status: ANSWER.rejected, detail: isLate ? REJECTION.expired : REJECTION.retired }
        : { id, status: ANSWER.accepted, detail: 0 };
    if (given.status === ANSWER.accepted) this.done.push(id);
    this.#remembered.push(given);
    this.#remembered.splice(0, this.#remembered.length - REMEMBERED);
    return given;
  }
}
