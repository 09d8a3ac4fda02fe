import { once } from 'node:events';
import { readOptions, USAGE, type Options } from './options.ts';
import { runSimulator, type RunningFleet } from './run-simulator.ts';
import type { Counters, Counts } from './fleet/counters.ts';
import type { Fleet } from './fleet/fleet.ts';

const REPORT_MS = 10_000;
/** Limits the shutdown, because devices whose server is gone cannot disconnect properly. */
const LEAVE_MS = 5000;

/** Resolves on a signal, after the duration, or with the parent process. */
function waitForEnd(options: Options): Promise<unknown> {
  const reasons: Promise<unknown>[] = [once(process, 'SIGINT'), once(process, 'SIGTERM')];
  if (options.duration !== undefined)
    reasons.push(new Promise((resolve) => setTimeout(resolve, (options.duration ?? 0) * 1000)));
  if (options['with-parent']) reasons.push(once(process.stdin.resume(), 'close'));
  return Promise.race(reasons);
}

async function leave(running: RunningFleet, isAbrupt: boolean): Promise<void> {
  if (isAbrupt) return running.abandon();
  const isGone = await Promise.race([
    running.stop().then(() => true),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), LEAVE_MS)),
  ]);
  if (!isGone) await running.abandon();
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options.help) return void process.stdout.write(USAGE);
  const print = (text: string) => (options.quiet ? undefined : process.stdout.write(`${text}\n`));
  const end = waitForEnd(options);
  const running = await runSimulator(options, Date.now);
  const { plan, counters } = running;
  print(`${plan.name}: ${plan.devices.length} devices, seed ${plan.seed}`);
  let before = counters.read();
  const reporting = setInterval(() => {
    print(describeProgress(running.fleet, before, counters, REPORT_MS / 1000));
    before = counters.read();
  }, REPORT_MS);
  running.started.then(
    () =>
      options['history-days'] > 0 ? print(`the past is told: ${counters.read().acknowledged} messages`) : undefined,
    (error: unknown) => process.stderr.write(`${String(error)}\n`),
  );
  await end;
  clearInterval(reporting);
  await leave(running, options.abrupt);
  print(describeProgress(running.fleet, before, counters, REPORT_MS / 1000));
}

try {
  await main();
  process.exit(0);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

/** A progress line: the changes since the last one. */
function describeProgress(fleet: Fleet, before: Counts, counters: Counters, elapsedS: number): string {
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
