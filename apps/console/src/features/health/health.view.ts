import { ALERT_TITLES } from '@waymark/domain/words/alert-titles';
import { parseUtc } from '@waymark/domain/time/utc';
import type { NodeHealth, SystemHealth } from './health.data.ts';

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;
const KILO = 1000;

const size = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** Three digits are enough: 9.21 GB. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${size.format(bytes / KILO ** step)} ${UNITS[step] ?? ''}`;
}

export function describeState(node: NodeHealth): 'Live' | 'Silent' {
  return node.isSilent ? 'Silent' : 'Live';
}

const LINK_WORDS = { none: 'None', inside: 'Inside', up: 'Connected', away: 'Away' } as const;

export function describeLink(state: NodeHealth['redis'] | NodeHealth['broker']): string {
  return LINK_WORDS[state];
}

/** The short form of a commit. */
export function describeVersion({ version, commit }: Pick<NodeHealth, 'version' | 'commit'>): string {
  return commit === null ? version : `${version} (${commit.slice(0, 8)})`;
}

const LIMITS = {
  packets: 1000,
  delayMs: 500,
  freeShare: 0.1,
  connectionShare: 0.8,
  messageS: 1800,
  jobS: 300,
  backupS: 2 * 86_400,
} as const;

function ageS(text: string | null, nowMs: number): number {
  const at = text === null ? null : parseUtc(text);
  return at?.ok ? (nowMs - at.value) / 1000 : 0;
}

function listNodeConcerns(node: NodeHealth): string[] {
  const { name, seenAt, disk } = node;
  if (node.isSilent) return [`${name} has said nothing since ${seenAt}.`];
  return [
    ...(disk && disk.freeBytes < LIMITS.freeShare * disk.sizeBytes
      ? [`${name}: only ${formatBytes(disk.freeBytes)} of the disk are free.`]
      : []),
    ...(node.redis === 'away' ? [`${name} does not reach Redis.`] : []),
    ...(node.broker === 'away' ? [`${name} does not reach the MQTT broker.`] : []),
    ...(node.waitingPackets > LIMITS.packets ? [`${name}: ${node.waitingPackets} packets of devices wait.`] : []),
    ...(node.loopDelayMs > LIMITS.delayMs
      ? [`${name} is busy: something due had to wait for ${Math.round(node.loopDelayMs)} ms.`]
      : []),
  ];
}

const count = (amount: number, one: string, many: string) =>
  `${amount.toLocaleString('en-US')} ${amount === 1 ? one : many}`;

/** Intervals of ten minutes in a day. */
const INTERVALS = 144;
/** EEMUA 191: what a person can handle, on average and at the worst. */
const ALERTS_IN_TEN_MINUTES = { average: 1, most: 10 } as const;

type AlertRate = SystemHealth['alertRates'][number];

/** "0.25" alerts in ten minutes. */
export const formatRate = ({ raised }: AlertRate) => (raised / INTERVALS).toFixed(2);

/** "AGM offline, North line, AGM 04, 100234: 12" */
export function describeSource({ kind, runName, markerName, uid, count: times }: AlertRate['sources'][number]): string {
  const parts = [ALERT_TITLES[kind], runName, markerName, uid === null ? null : String(uid)];
  return `${parts.filter((part) => part !== null).join(', ')}: ${times.toLocaleString('en-US')}`;
}

function listRateConcerns(rate: AlertRate): string[] {
  const { company, raised, most, mostFrom } = rate;
  const { average, most: limit } = ALERTS_IN_TEN_MINUTES;
  if (most > limit)
    return [`${company}: ${most} alerts within ten minutes from ${mostFrom}; a person can handle ${limit}.`];
  return raised / INTERVALS > average
    ? [`${company}: ${formatRate(rate)} alerts in ten minutes over the day; a person can handle ${average}.`]
    : [];
}

/** The problems that need an operator, in the words of the alarms. */
export function listConcerns(
  { nodes, database, outbox, jobs, alertRates, backup, mapFaults }: SystemHealth,
  nowMs: number,
): string[] {
  const versions = new Set(nodes.filter(({ isSilent }) => !isSilent).map(({ version }) => version));
  const isBackupOld = backup !== null && ageS(backup.at, nowMs) > LIMITS.backupS;
  return [
    ...nodes.flatMap(listNodeConcerns),
    ...(versions.size > 1 ? ['The nodes run different versions.'] : []),
    ...(database.connections > LIMITS.connectionShare * database.maxConnections
      ? ['The database has few connections left.']
      : []),
    ...(outbox.dead > 0 ? [`${count(outbox.dead, 'message', 'messages')} could not be sent: see Messages.`] : []),
    ...(ageS(outbox.oldestAt, nowMs) > LIMITS.messageS
      ? [`A message has been waiting since ${outbox.oldestAt ?? ''}.`]
      : []),
    ...(jobs.failed > 0 ? [`${count(jobs.failed, 'job has', 'jobs have')} failed for good.`] : []),
    ...(ageS(jobs.oldestAt, nowMs) > LIMITS.jobS ? [`A job has been due since ${jobs.oldestAt ?? ''}.`] : []),
    ...alertRates.flatMap(listRateConcerns),
    ...(isBackupOld ? ['The last backup is older than two days.'] : []),
    ...mapFaults.map(({ file, why }) => `The map file ${file} is not used: ${why}.`),
  ];
}
