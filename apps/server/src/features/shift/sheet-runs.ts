import { findNext, judgeDue, isAhead } from '@waymark/domain/run/estimate/due';
import { estimateArrival } from '@waymark/domain/run/estimate/interval';
import { knowRun, type Knowledge } from '@waymark/domain/run/estimate/knowledge';
import { foresee, type Outlook } from '@waymark/domain/run/estimate/outlook';
import { layCourse } from '@waymark/domain/run/estimate/course';
import { predictArrival, reckon } from '@waymark/domain/run/estimate/estimate';
import { judgeStatus } from '@waymark/domain/run/estimate/status';
import type { Run } from '@waymark/domain/run/run';
import type { SheetRun, SheetStop } from '@waymark/domain/shift/handover';
import { formatUtcSecond } from '@waymark/domain/time/utc';

// The knowledge about a run, as all screens say it (docs/decisions/0035).

/** The times of a place that apply no longer are left out. */
function describeStop(outlook: Outlook, now: number): SheetStop | null {
  const { forecast } = outlook;
  const next = findNext(outlook, now);
  if (!next) return null;
  const { name, isEnd, distanceM } = next;
  const due = judgeDue(outlook, next, now);
  const expectedAt = predictArrival(outlook.reckoning, distanceM);
  const span = forecast && expectedAt !== null && isAhead(due) ? estimateArrival(forecast, distanceM, now) : null;
  return {
    name,
    isEnd,
    due,
    expectedAt: expectedAt === null ? null : formatUtcSecond(expectedAt),
    earliestAt: span && formatUtcSecond(now + span.lowS * 1000),
    latestAt: span && formatUtcSecond(now + span.highS * 1000),
  };
}

function describeSeen({ confirmed, lastHeard }: Knowledge): Pick<SheetRun, 'confirmed' | 'heard'> {
  return {
    confirmed: confirmed && { name: confirmed.name, at: formatUtcSecond(confirmed.at) },
    heard: lastHeard && {
      name: lastHeard.name,
      at: formatUtcSecond(lastHeard.at),
      isVerified: lastHeard.isVerified,
    },
  };
}

export function describeRun(run: Run, now: number): SheetRun {
  const course = layCourse(run.path);
  const outlook = foresee(run, course, reckon(run, course));
  const knowledge = knowRun(outlook, now);
  return {
    runId: run.runId,
    runName: run.path.name,
    pig: run.pig,
    status: judgeStatus(outlook, knowledge, now),
    launchAt: run.launchAt === null ? null : formatUtcSecond(run.launchAt),
    ...describeSeen(knowledge),
    next: describeStop(outlook, now),
    toVerify: outlook.waiting.size,
  };
}
