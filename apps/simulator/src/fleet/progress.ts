import type { Counters, Counts } from './counters.ts';
import type { Fleet } from './fleet.ts';

/** A progress line: the changes since the last one. */
export function describeProgress(fleet: Fleet, before: Counts, counters: Counters, elapsedS: number): string {
  const now = counters.read();
  const online = fleet.devices.filter(({ state }) => state.life === 'online').length;
  const perSecond = (now.acknowledged - before.acknowledged) / elapsedS;
  const parts = [
    `${online}/${fleet.devices.length} online`,
    `${now.acknowledged} acknowledged (${perSecond.toFixed(1)}/s)`,
    `${now.published - now.acknowledged} under way`,
    `${now.passages} passages`,
    `${now.commands} commands`,
  ];
  if (now.skipped > 0) parts.push(`${now.skipped} heartbeats skipped`);
  if (now.errors > 0) parts.push(`${now.errors} errors, last: ${counters.lastError ?? ''}`);
  return parts.join(' · ');
}
