import { problems, type ProblemCode } from '@waymark/contract/problems/index';
import type { ProblemWords } from './described.ts';

export interface FieldError {
  readonly path: string;
  readonly message: string;
}

interface ProblemDetails {
  /** Shown to the user in place of the problem's title. */
  readonly detail?: string | undefined;
  /** The same with its values apart. */
  readonly words?: ProblemWords | undefined;
  readonly errors?: readonly FieldError[] | undefined;
  readonly retryAfterS?: number | undefined;
  /** What the second step of a sign-in sends beside the code. */
  readonly mfaToken?: string | undefined;
  /** The ways of the second step that the user has. */
  readonly mfaMethods?: readonly ('code' | 'passkey')[] | undefined;
  /** The current state after a conflicting change. */
  readonly current?: unknown;
}

/** A failure that is reported to the caller; services throw it, the single error handler answers it. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly detail: string;
  readonly words: ProblemWords | undefined;
  readonly errors: readonly FieldError[] | undefined;
  readonly retryAfterS: number | undefined;
  readonly mfaToken: string | undefined;
  readonly mfaMethods: ProblemDetails['mfaMethods'];
  readonly current: unknown;

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    const { status, title } = problems[code];
    super(details.detail ?? title);
    this.code = code;
    this.status = status;
    this.detail = details.detail ?? title;
    this.words = details.words;
    this.errors = details.errors;
    this.retryAfterS = details.retryAfterS;
    this.mfaToken = details.mfaToken;
    this.mfaMethods = details.mfaMethods;
    this.current = details.current;
  }
}

export function problem(code: ProblemCode, details: ProblemDetails = {}): Problem {
  return new Problem(code, details);
}
