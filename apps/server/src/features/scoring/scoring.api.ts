// Other features call these inside their change.

export { planScoring, rescoreRun } from './scoring.jobs.ts';
