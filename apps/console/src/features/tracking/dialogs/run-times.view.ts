import type { Run } from '@waymark/domain/run/run';
import { findLaunchFault, findReceiveFault } from '@waymark/domain/run/time-rules';
import { parseTypedUtc } from '@waymark/domain/time/utc';
import { describeLaunchFault, describeReceiveFault, describeTimesFault } from '@waymark/domain/words/refusals';

/** Placeholder of empty time fields. */
export const TIME_PLACEHOLDER = '2021-06-27 01:02:03';

/** Error of a receive time as typed; null: none. */
export function explainReceive(typed: string, run: Run, now: number): string | null {
  const at = parseTypedUtc(typed);
  if (!at.ok) return describeTimesFault({ code: 'receive-unreadable' });
  const fault = findReceiveFault(run, at.value, now);
  return fault && describeReceiveFault(fault);
}

/** Refuses only future times; the server compares with the passages. */
export function explainLaunch(typed: string, run: Run, now: number): string | null {
  const at = parseTypedUtc(typed);
  if (!at.ok) return describeTimesFault({ code: 'launch-unreadable' });
  const fault = findLaunchFault({ ...run, passages: [] }, at.value, now);
  return fault && describeLaunchFault(fault);
}
