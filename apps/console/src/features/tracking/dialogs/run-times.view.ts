import type { Run } from '@waymark/domain/run/run';
import { findLaunchFault, findReceiveFault } from '@waymark/domain/run/time-rules';
import { parseTypedUtc } from '@waymark/domain/time/utc';
import { describeLaunchFault, describeReceiveFault, describeTimesFault } from '@waymark/domain/words/refusals';

/** Shown in fields for a time while they are empty. */
export const TIME_PLACEHOLDER = '2021-06-27 01:02:03';

/** What is wrong with a receive time as it was typed; null: nothing. */
export function explainReceive(typed: string, run: Run, now: number): string | null {
  const at = parseTypedUtc(typed);
  if (!at.ok) return describeTimesFault({ code: 'receive-unreadable' });
  const fault = findReceiveFault(run, at.value, now);
  return fault && describeReceiveFault(fault);
}

/** Only what is to come is refused here; the server compares with the passages. */
export function explainLaunch(typed: string, run: Run, now: number): string | null {
  const at = parseTypedUtc(typed);
  if (!at.ok) return describeTimesFault({ code: 'launch-unreadable' });
  const fault = findLaunchFault({ ...run, passages: [] }, at.value, now);
  return fault && describeLaunchFault(fault);
}
