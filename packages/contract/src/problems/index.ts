import { alertsProblems } from './alerts.ts';
import { commandsProblems } from './commands.ts';
import { devicesProblems } from './devices.ts';
import { eventHooksProblems } from './event-hooks.ts';
import { generalProblems, groundProblems, outboxProblems, rejectionsProblems, sharesProblems } from './general.ts';
import { keysProblems } from './keys.ts';
import { reachProblems } from './reach.ts';
import { reportsProblems } from './reports.ts';
import { runsProblems } from './runs.ts';
import { sessionProblems } from './session.ts';
import { shiftProblems } from './shift.ts';
import { usersProblems } from './users.ts';

export const problems = {
  ...generalProblems,
  ...sessionProblems,
  ...keysProblems,
  ...usersProblems,
  ...devicesProblems,
  ...commandsProblems,
  ...runsProblems,
  ...reportsProblems,
  ...outboxProblems,
  ...eventHooksProblems,
  ...reachProblems,
  ...groundProblems,
  ...rejectionsProblems,
  ...alertsProblems,
  ...sharesProblems,
  ...shiftProblems,
};
export type ProblemCode = keyof typeof problems;
