import type { ProblemCode } from '@waymark/contract/problems/index';
import type { z } from 'zod';
import { isConnectionLost } from '../../database/lost-connection.ts';
import { Problem, problem, type FieldError } from '../problem.ts';

// Maps errors of the HTTP library and the database to problem codes of the contract.
const CODE_OF_LIBRARY_ERROR: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body-too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad-request',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed-body',
  FST_ERR_BAD_URL: 'bad-request',
  FST_ERR_MAX_PARAM_LENGTH: 'address-too-long',
  ECONNREFUSED: 'not-ready',
  '22021': 'bad-request', // PostgreSQL: a text with the zero character
  '22P05': 'bad-request', // PostgreSQL: the same within JSON
};

const CODE_OF_STATUS: Readonly<Record<number, ProblemCode>> = {
  400: 'bad-request',
  408: 'request-timeout',
  413: 'body-too-large',
  414: 'address-too-long',
  415: 'unsupported-media-type',
  416: 'range-not-satisfiable',
  429: 'too-many-requests',
};

function fieldErrors(error: z.ZodError): FieldError[] {
  return error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
}

export function validationProblem(error: z.ZodError): Problem {
  const errors = fieldErrors(error);
  const first = errors[0];
  const detail = first && (first.path ? `${first.path}: ${first.message}` : first.message);
  return problem('validation-failed', { detail, errors });
}

function isCallersFault(status: unknown): boolean {
  return typeof status === 'number' && status >= 400 && status < 500;
}

export function problemOfError(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  const known =
    (typeof code === 'string' ? CODE_OF_LIBRARY_ERROR[code] : undefined) ??
    (typeof statusCode === 'number' ? CODE_OF_STATUS[statusCode] : undefined);
  if (known !== undefined) return problem(known);
  if (isConnectionLost(error)) return problem('not-ready');
  return problem(isCallersFault(statusCode) ? 'bad-request' : 'internal-error');
}
