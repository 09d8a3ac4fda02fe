import type { Run } from '@waymark/domain/run/run';
import { findLaunchFault, findReceiveFault } from '@waymark/domain/run/time-rules';
import { parseTypedUtc } from '@waymark/domain/time/utc';

/** Placeholder of empty time fields. */
export const TIME_PLACEHOLDER = '2021-06-27 01:02:03';

/** Error of a receive time as typed; null: none. */
export function explainReceive(typed: string, run: Run, now: number): string | null {
  const at = parseTypedUtc(typed);
  return at.ok ? findReceiveFault(run, at.value, now) : 'Please enter valid Receive Time {YYYY-MM-DD HH:MM:SS}';
}

/** Refuses only future times; the server compares with the passages. */
export function explainLaunch(typed: string, run: Run, now: number): string | null {
  const at = parseTypedUtc(typed);
  return at.ok
    ? findLaunchFault({ ...run, passages: [] }, at.value, now)
    : 'Please enter valid Launch Time {YYYY-MM-DD HH:MM:SS}';
}
