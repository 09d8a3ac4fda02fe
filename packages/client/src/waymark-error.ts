interface FieldError {
  readonly path: string;
  readonly message: string;
}

interface ErrorParts {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly logId?: number | undefined;
  readonly errors?: readonly FieldError[] | undefined;
  readonly retryAfterS?: number | undefined;
}

/** A call that failed. Compare `code`: it never changes. The message is for people. */
export class WaymarkError extends Error {
  override readonly name = 'WaymarkError';
  /** Of the answer; 0 without one. */
  readonly status: number;
  /** A code of docs/problems.md; `unreachable` or `timeout` without an answer. */
  readonly code: string;
  /** The id under which the server has logged the failure. */
  readonly logId: number | undefined;
  /** The fields that are not valid. */
  readonly errors: readonly FieldError[];
  /** After so many seconds the server takes the call again. */
  readonly retryAfterS: number | undefined;

  constructor({ status, code, detail, logId, errors = [], retryAfterS }: ErrorParts, options?: ErrorOptions) {
    super(detail, options);
    this.status = status;
    this.code = code;
    this.logId = logId;
    this.errors = errors;
    this.retryAfterS = retryAfterS;
  }
}

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

function readSeconds(text: string | null): number | undefined {
  const seconds = Number(text ?? Number.NaN);
  return Number.isInteger(seconds) && seconds > 0 ? seconds : undefined;
}

/** What a refusal says: a problem, or the page of a proxy that says nothing. */
export async function readRefusal(response: Response): Promise<WaymarkError> {
  const { status, headers } = response;
  const isProblem = headers.get('content-type')?.includes(PROBLEM_MEDIA_TYPE) ?? false;
  const text = await response.text().catch(() => '');
  const problem = (isProblem ? JSON.parse(text) : {}) as Partial<ErrorParts>;
  return new WaymarkError({
    status,
    code: problem.code ?? `http-${status}`,
    detail: problem.detail ?? `The server answered ${status}.`,
    logId: problem.logId ?? readSeconds(headers.get('x-log-id')),
    errors: problem.errors,
    retryAfterS: readSeconds(headers.get('retry-after')),
  });
}
