import type { PROBLEM_MEDIA_TYPE as ContractMediaType } from '@waymark/contract/problem-body';

/** The contract's own constant stands beside a schema; its value is held to it here without loading that. */
export const PROBLEM_MEDIA_TYPE: typeof ContractMediaType = 'application/problem+json';
