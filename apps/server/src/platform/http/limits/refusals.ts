import type { ProblemCode } from '@waymark/contract/problems/index';
import type { Log } from '../../log.ts';
import { CallLimit } from './call-limit.ts';

/** Enough to find a single refusal, and an upper bound for the cost of a flood. */
const LINES_A_MINUTE = 60;

interface Refusal {
  readonly code: ProblemCode;
  readonly status: number;
  readonly logId: number;
}

/** Counts refusals of callers without a sign-in, and logs the first ones of each minute. */
export class Refusals {
  readonly #log: Log;
  readonly #lines: CallLimit;
  readonly #counts = new Map<ProblemCode, number>();
  #unlogged = 0;

  constructor(log: Log, now: () => number = Date.now) {
    this.#log = log;
    this.#lines = new CallLimit(LINES_A_MINUTE, now);
  }

  count(refusal: Refusal): void {
    this.#counts.set(refusal.code, this.total(refusal.code) + 1);
    if (this.#lines.count('') > 0) return void this.#unlogged++;
    const unlogged = this.#unlogged;
    this.#unlogged = 0;
    this.#log.info({ ...refusal, ...(unlogged > 0 && { unlogged }) }, 'request refused');
  }

  total(code: ProblemCode): number {
    return this.#counts.get(code) ?? 0;
  }

  /** Counts by code since the start. */
  figures(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }
}
