import type { TextReader } from '../language/reader.ts';
import type { Translate } from '../language/translate.ts';
import { mapVerified } from '../report/default-report.ts';
import { findNextArrival } from '../run/estimate/due.ts';
import { formatDuration } from '../run/estimate/location-message.ts';
import { knowRun } from '../run/estimate/knowledge.ts';
import type { Arrival, Outlook } from '../run/estimate/outlook.ts';
import { judgeStatus } from '../run/estimate/status.ts';
import type { Run } from '../run/run.ts';
import type { Zone } from '../time/zone.ts';
import { writeBoth } from '../time/zoned-text.ts';
import { STATUS_WORDS } from './run-status.ts';

// Reports that are mailed on a schedule. A mail has the facts and a link; files need a sign-in (docs/decisions/0072).

export interface MailLetter {
  readonly subject: string;
  readonly text: string;
}

interface Shared {
  /** Runs that the mail does not list. */
  readonly leftOut: number;
  readonly publicUrl: string;
  readonly now: number;
  readonly t: Translate;
  /** In which the recipient reads the times of the mail itself. */
  readonly zone: Zone;
}

const write = (at: number | null, { t, zone }: TextReader) => (at === null ? t('not known') : writeBoth(at, zone));

const nameRun = ({ path, pig, runId }: Run, t: Translate) =>
  t('{path}, {pig}, run {run}', { path: path.name, pig, run: runId });

function countVerified(run: Run) {
  const verified = mapVerified(run);
  const tracked = run.path.markers.filter(({ state }) => state === 'TRACK');
  return { verified: tracked.filter(({ name }) => verified.has(name)).length, tracked: tracked.length };
}

function describeFinished(run: Run, reader: TextReader): string {
  const { t } = reader;
  const { launchAt, completedAt, jobNumber } = run;
  const seconds = launchAt === null || completedAt === null ? null : (completedAt - launchAt) / 1000;
  return [
    nameRun(run, t),
    t('Launch: {time}', { time: write(launchAt, reader) }),
    t('Receive: {time}', { time: write(completedAt, reader) }),
    ...(seconds === null || seconds < 0 ? [] : [t('Duration: {duration}', { duration: formatDuration(seconds) })]),
    t('Markers with a verified passage: {verified} of {tracked}', countVerified(run)),
    ...(jobNumber === null ? [] : [t('Job number: {number}', { number: jobNumber })]),
  ].join('\n');
}

function listEnd({ leftOut, publicUrl, t }: Shared, where: string): string[] {
  return [
    ...(leftOut > 0
      ? [t('{count} further run is not listed.|{count} further runs are not listed.', { count: leftOut })]
      : []),
    where,
    publicUrl,
  ];
}

const join = (parts: readonly string[]): string => `${parts.join('\n\n')}\n`;

interface ReadRun {
  readonly run: Run;
  /** How the recipient reads times of this line. */
  readonly reader: TextReader;
}

/** The runs that were ended since the last mail. */
export function writeFinishedMail(runs: readonly ReadRun[], shared: Shared & { readonly since: number }): MailLetter {
  const { t, zone, since, now, leftOut } = shared;
  const count = runs.length + leftOut;
  const span = t('Ended between {from} and {until}.', { from: writeBoth(since, zone), until: writeBoth(now, zone) });
  const parts = [
    span,
    ...(runs.length === 0 ? [t('No run was ended.')] : runs.map(({ run, reader }) => describeFinished(run, reader))),
    ...listEnd(shared, t('Reports and files: sign in and open Completed Runs.')),
  ];
  return { subject: t('{count} completed run|{count} completed runs', { count }), text: join(parts) };
}

/** "M3: 2026-03-18 08:12:44 UTC (estimate), at the latest …" */
function describeNext(arrival: Arrival, { t, zone }: TextReader): string {
  return t('{marker}: {time} (estimate), at the latest {latest}', {
    marker: arrival.name,
    time: writeBoth(arrival.expectedAt, zone),
    latest: writeBoth(arrival.latestAt, zone),
  });
}

interface ReadOutlook {
  readonly outlook: Outlook;
  readonly reader: TextReader;
}

function describeActive({ outlook, reader }: ReadOutlook, now: number): string {
  const { t } = reader;
  const { run, confirmed, arrivals } = outlook;
  const knowledge = knowRun(outlook, now);
  const nextArrival = findNextArrival(outlook, now);
  const end = [...arrivals.values()].find(({ isEnd }) => isEnd);
  return [
    nameRun(run, t),
    t('State: {state}', { state: t(STATUS_WORDS[judgeStatus(outlook, knowledge, now)]) }),
    t('Launch: {time}', { time: write(run.launchAt, reader) }),
    ...(confirmed?.name
      ? [t('Last confirmed: {marker}, {time}', { marker: confirmed.name, time: write(confirmed.at, reader) })]
      : []),
    ...(nextArrival && !nextArrival.isEnd ? [t('Next: {next}', { next: describeNext(nextArrival, reader) })] : []),
    ...(end ? [t('End: {end}', { end: describeNext(end, reader) })] : []),
  ].join('\n');
}

/** What is known of the active runs. */
export function writeActiveMail(runs: readonly ReadOutlook[], shared: Shared): MailLetter {
  const { t, zone, now, leftOut } = shared;
  const count = runs.length + leftOut;
  const parts = [
    t('As known at {time}.', { time: writeBoth(now, zone) }),
    ...(runs.length === 0 ? [t('No run is active.')] : runs.map((one) => describeActive(one, now))),
    ...listEnd(shared, t('What is known now:')),
  ];
  return { subject: t('{count} active run|{count} active runs', { count }), text: join(parts) };
}
