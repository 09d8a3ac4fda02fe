import type { Knowledge } from './knowledge.ts';
import type { Outlook } from './outlook.ts';

/**
 * The state of an active run in one word, the gravest first. `heard`: a passage that may be the pig waits for
 * verification. `unheard`: on its way, and no AGM has reported a passage since the launch. `waiting`: not launched yet.
 */
export const RUN_STATUSES = [
  'stopped',
  'late',
  'overdue',
  'heard',
  'unheard',
  'on-its-way',
  'paused',
  'waiting',
] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Lists, chips and filters read the state of a run here. */
export function judgeStatus(
  { run: { launchAt }, reckoning: { speed } }: Pick<Outlook, 'run' | 'reckoning'>,
  { halt, overdue, heard, lastHeard }: Knowledge,
  now: number,
): RunStatus {
  if (launchAt === null || launchAt > now) return 'waiting';
  if (speed <= 0) return 'paused';
  if (halt) return halt;
  if (overdue) return 'overdue';
  if (heard) return 'heard';
  return lastHeard ? 'on-its-way' : 'unheard';
}
