import type { ProblemCode } from '@waymark/contract/problems/index';
import type { Log } from '../log.ts';
import { CallLimit } from './call-limit.ts';

/** Enough for a person who looks for one refusal; a flood costs no more than this. */
const LINES_A_MINUTE = 60;

interface Refusal {
  readonly code: ProblemCode;
  readonly status: number;
  readonly logId: number;
}

/** Refusals of callers who are not signed in: all are counted, the first ones of each minute are logged. */
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

  /** Since the start, by code. */
  figures(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }
}
