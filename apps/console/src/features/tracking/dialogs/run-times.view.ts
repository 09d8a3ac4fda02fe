import type { Run } from '@waymark/domain/run/run';
import { findLaunchFault, findReceiveFault } from '@waymark/domain/run/time-rules';
import { parseTypedUtc } from '@waymark/domain/time/utc';
import { describeLaunchFault, describeReceiveFault, describeTimesFault } from '@waymark/domain/words/refusals';
import { t } from '#/language/t.ts';

/** Placeholder of empty time fields. */
export const TIME_PLACEHOLDER = '2021-06-27 01:02:03';

/** Error of a receive time as typed; null: none. */
export function explainReceive(typed: string, run: Run, now: number): string | null {
  const at = parseTypedUtc(typed);
  if (!at.ok) return describeTimesFault({ code: 'receive-unreadable' }, t);
  const fault = findReceiveFault(run, at.value, now);
  return fault && describeReceiveFault(fault, t);
}

/** Refuses only future times; the server compares with the passages. */
export function explainLaunch(typed: string, run: Run, now: number): string | null {
  const at = parseTypedUtc(typed);
  if (!at.ok) return describeTimesFault({ code: 'launch-unreadable' }, t);
  const fault = findLaunchFault({ ...run, passages: [] }, at.value, now);
  return fault && describeLaunchFault(fault, t);
}

/** A pig that is estimated nearer to the receive site is not worth a warning. */
const NEAR_END = 0.9;

const MOST_NAMED = 4;

function nameSome(names: readonly string[]): string {
  const rest = names.length - MOST_NAMED;
  const named = names.slice(0, MOST_NAMED).join(', ');
  return rest > 0 ? t('{names} and {number} more', { names: named, number: rest }) : named;
}

/**
 * What to consider before a run is ended. `share`: the estimated place of the pig, as a part of the line; `awaiting`:
 * markers ahead whose AGM has not heard it.
 */
export function listEndDoubts(
  { passages }: Pick<Run, 'passages'>,
  share: number,
  awaiting: readonly string[],
): string[] {
  const unverified = passages.filter(({ isVerified, markerName }) => !isVerified && markerName !== null).length;
  return [
    ...(share < NEAR_END
      ? [t('The pig is estimated at {number} % of the line.', { number: Math.floor(share * 100) })]
      : []),
    ...(awaiting.length > 0
      ? [
          t('{count} AGM still listening for the pig: {names}.|{count} AGMs still listening for the pig: {names}.', {
            count: awaiting.length,
            names: nameSome(awaiting),
          }),
        ]
      : []),
    ...(unverified > 0
      ? [
          t('{count} passage at markers not verified yet.|{count} passages at markers not verified yet.', {
            count: unverified,
          }),
        ]
      : []),
  ];
}
