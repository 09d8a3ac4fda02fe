import type { ProblemDefinition } from '../problem.ts';
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

// Generates docs/problems.md from the definitions.

type Problems = Readonly<Record<string, ProblemDefinition>>;

const INTRODUCTION = `# Problems

Every code that an answer may carry, with its status, as [integration](integration.md#failures) tells. This page is written from [packages/contract](../packages/contract/src/problems). Which call may answer which of them is in [openapi.json](openapi.json); those of every call are answered by all.

A code never changes. What stands beside it is for people and may.`;

const CHAPTERS: readonly (readonly [title: string, problems: Problems])[] = [
  ['Every call', generalProblems],
  ['Signing in, passwords', sessionProblems],
  ['API keys and wallboards', keysProblems],
  ['Companies and users', usersProblems],
  ['Devices and passages', { ...devicesProblems, ...rejectionsProblems }],
  ['Commands', commandsProblems],
  ['Paths and runs', runsProblems],
  ['Links of runs', sharesProblems],
  ['Alerts', alertsProblems],
  ['Shift log', shiftProblems],
  ['Reports and downloads', reportsProblems],
  ['Messages', { ...outboxProblems, ...reachProblems }],
  ['Webhooks', eventHooksProblems],
  ['Maps', groundProblems],
];

function describeChapter([title, problems]: (typeof CHAPTERS)[number]): string {
  const rows = Object.entries(problems).map(
    ([code, { status, title: means }]) => `| ${status} | \`${code}\` | ${means} |`,
  );
  return [`## ${title}`, '', '| Status | Code | Means |', '|--------|------|-------|', ...rows].join('\n');
}

/** The page in Markdown. */
export function writeReference(): string {
  return `${[INTRODUCTION, ...CHAPTERS.map(describeChapter)].join('\n\n')}\n`;
}
