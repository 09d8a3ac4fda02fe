import { sayServerText, t } from '#/language/t.ts';
import type { PROBLEM_MEDIA_TYPE as ContractMediaType } from '@waymark/contract/problem-body';

/**
 * The contract's own constant is defined beside a schema; the type checks its value here without loading that schema.
 */
export const PROBLEM_MEDIA_TYPE: typeof ContractMediaType = 'application/problem+json';

interface FieldError {
  readonly path: string;
  readonly message: string;
}

interface ApiErrorParts {
  /** 0 without a response. */
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly logId?: number | undefined;
  readonly errors?: readonly FieldError[] | undefined;
  readonly retryAfterS?: number | undefined;
  readonly mfaToken?: string | undefined;
  readonly mfaMethods?: readonly string[] | undefined;
}

/** A failed call: refused by the server, or without a response. Its message is the detail, for users. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly logId: number | undefined;
  readonly errors: readonly FieldError[];
  readonly retryAfterS: number | undefined;
  /** The ticket that the second step of a sign-in sends beside the code. */
  readonly mfaToken: string | undefined;
  /** The ways of the second step that the user has. */
  readonly mfaMethods: readonly string[];

  constructor(parts: ApiErrorParts, options?: ErrorOptions) {
    super(parts.detail, options);
    this.status = parts.status;
    this.code = parts.code;
    this.detail = parts.detail;
    this.logId = parts.logId;
    this.errors = parts.errors ?? [];
    this.retryAfterS = parts.retryAfterS;
    this.mfaToken = parts.mfaToken;
    this.mfaMethods = parts.mfaMethods ?? [];
  }
}

export function isApiError(error: unknown, code?: string): error is ApiError {
  return error instanceof ApiError && (code === undefined || error.code === code);
}

function readPositive(text: string | null): number | undefined {
  const value = Number(text ?? Number.NaN);
  return Number.isInteger(value) && value > 0 ? value : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function readFieldErrors(value: unknown): FieldError[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).map((entry) => ({ path: String(entry['path']), message: String(entry['message']) }));
}

const asText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** The fields of a problem. A plain text body is a bare log id; a proxy's own page has no fields. */
async function readProblemFields(response: Response): Promise<Record<string, unknown>> {
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('text/plain')) return { logId: await response.text().catch(() => null) };
  if (!type.includes(PROBLEM_MEDIA_TYPE)) return {};
  const body: unknown = await response.json().catch(() => null);
  return isRecord(body) ? body : {};
}

/** Says the server's words: a text with its values, or several with what stands between them; null: there are none. */
export function sayWords(words: unknown): string | null {
  if (typeof words === 'string') return words;
  if (Array.isArray(words)) {
    const said = words.map(sayWords);
    return said.length > 0 && !said.includes(null) ? said.join('') : null;
  }
  return isRecord(words) && typeof words['text'] === 'string' && isRecord(words['values'])
    ? t(words['text'], words['values'] as Readonly<Record<string, string | number>>)
    : null;
}

/** Says the problem in the language of the page. */
function sayDetail(problem: Readonly<Record<string, unknown>>, status: number): string {
  const said = sayWords(problem['words']);
  if (said !== null) return said;
  const english = asText(problem['error_description']) ?? asText(problem['detail']) ?? asText(problem['title']);
  return english === undefined ? t('The server answered {status}.', { status }) : sayServerText(english);
}

/** The failure in a response, whatever its body: a problem, a bare log id, or a proxy's own page. */
export async function readApiError(response: Response): Promise<ApiError> {
  const { status, headers } = response;
  const problem = await readProblemFields(response);
  return new ApiError({
    status,
    code: asText(problem['code']) ?? `http-${status}`,
    detail: sayDetail(problem, status),
    logId: readPositive(headers.get('x-log-id')) ?? readPositive(String(problem['logId'])),
    errors: readFieldErrors(problem['errors']),
    retryAfterS: readPositive(headers.get('retry-after')),
    mfaToken: asText(problem['mfa_token']),
    mfaMethods: Array.isArray(problem['mfa_methods']) ? problem['mfa_methods'].map(String) : [],
  });
}

/** Logs the raw error of a failed call or part in the browser's console. */
export function logFailure(error: unknown): void {
  // oxlint-disable-next-line no-console -- the documents ask for the raw error there
  console.error(error);
}
