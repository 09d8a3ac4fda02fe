import type { Command } from '@waymark/device-protocol/mqtt/command';
import { ANSWER, REJECTION } from '@waymark/commands/answers';

interface Given {
  readonly id: number;
  readonly status: (typeof ANSWER)[keyof typeof ANSWER];
  readonly detail: number;
}

export type Mood = 'willing' | 'rejecting' | 'busy';

const REMEMBERED = 32;

/**
 * A model of a device's command handling, without a connection: it remembers its last commands and executes none of
 * them twice.
 */
export class ModelDevice {
  readonly uid: number;
  /** Executed commands, in order. */
  readonly done: number[] = [];
  isListening = false;
  /** The next publication to the device is lost. */
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

  /** Handles the arrived commands; the answers are sent later. */
  work(mood: Mood, now: number): void {
    for (const command of this.#arrived.splice(0)) this.#answers.push(this.#deal(command, mood, now));
  }

  /** Removes the answers, to send or lose them. */
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
