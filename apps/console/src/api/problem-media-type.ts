import type { PROBLEM_MEDIA_TYPE as ContractMediaType } from '@waymark/contract/problem-body';

/**
 * The contract's own constant is defined beside a schema; the type checks its value here without loading that schema.
 */
export const PROBLEM_MEDIA_TYPE: typeof ContractMediaType = 'application/problem+json';
