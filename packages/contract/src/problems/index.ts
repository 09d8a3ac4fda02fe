import { alertsProblems } from './alerts.ts';
import { commandsProblems } from './commands.ts';
import { devicesProblems } from './devices.ts';
import { eventHooksProblems } from './event-hooks.ts';
import { generalProblems } from './general.ts';
import { groundProblems } from './ground.ts';
import { keysProblems } from './keys.ts';
import { outboxProblems } from './outbox.ts';
import { reachProblems } from './reach.ts';
import { rejectionsProblems } from './rejections.ts';
import { reportsProblems } from './reports.ts';
import { runsProblems } from './runs.ts';
import { sessionProblems } from './session.ts';
import { sharesProblems } from './shares.ts';
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
