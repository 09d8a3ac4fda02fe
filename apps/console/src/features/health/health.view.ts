import { ALERT_TITLES } from '@waymark/domain/words/alert-titles';
import { parseUtc } from '@waymark/domain/time/utc';
import { formatCount, formatFixed } from '#/language/numbers.ts';
import { LOCALE, t } from '#/language/t.ts';
import type { NodeHealth, SystemHealth } from './health.data.ts';

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;
const KILO = 1000;

const size = new Intl.NumberFormat(LOCALE, { maximumSignificantDigits: 3 });

/** Three digits are enough: 9.21 GB. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${size.format(bytes / KILO ** step)} ${UNITS[step] ?? ''}`;
}

export function describeState(node: NodeHealth): string {
  return node.isSilent ? t('Silent') : t('Live');
}

const LINK_WORDS = { none: t('None'), inside: t('Inside'), up: t('Connected'), away: t('Away') } as const;

export function describeLink(state: NodeHealth['redis'] | NodeHealth['broker']): string {
  return LINK_WORDS[state];
}

/** The groups that the server names. */
const STORAGE_WORDS: Readonly<Record<string, string>> = {
  Waveforms: t('Waveforms'),
  Downloads: t('Downloads'),
  'Records of devices': t('Records of devices'),
  Commands: t('Commands'),
  'Runs and paths': t('Runs and paths'),
  'Audit trail': t('Audit trail'),
  'Error log': t('Error log'),
  Alerts: t('Alerts'),
  'Shift log': t('Shift log'),
  Webhooks: t('Webhooks'),
  'Messages to people': t('Messages to people'),
  Jobs: t('Jobs'),
  'Everything else': t('Everything else'),
};

export const nameStorage = (group: string): string => STORAGE_WORDS[group] ?? group;

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
  if (node.isSilent) return [t('{name} has said nothing since {time}.', { name, time: seenAt })];
  return [
    ...(disk && disk.freeBytes < LIMITS.freeShare * disk.sizeBytes
      ? [t('{name}: only {size} of the disk are free.', { name, size: formatBytes(disk.freeBytes) })]
      : []),
    ...(node.redis === 'away' ? [t('{name} does not reach Redis.', { name })] : []),
    ...(node.broker === 'away' ? [t('{name} does not reach the MQTT broker.', { name })] : []),
    ...(node.waitingPackets > LIMITS.packets
      ? [t('{name}: {number} packets of devices wait.', { name, number: node.waitingPackets })]
      : []),
    ...(node.loopDelayMs > LIMITS.delayMs
      ? [t('{name} is busy: something due had to wait for {ms} ms.', { name, ms: Math.round(node.loopDelayMs) })]
      : []),
  ];
}

/** Intervals of ten minutes in a day. */
const INTERVALS = 144;
/** EEMUA 191: what a person can handle, on average and at the worst. */
const ALERTS_IN_TEN_MINUTES = { average: 1, most: 10 } as const;

type AlertRate = SystemHealth['alertRates'][number];

/** "0.25" alerts in ten minutes. */
export const formatRate = ({ raised }: AlertRate) => formatFixed(raised / INTERVALS, 2);

/** "AGM offline, North line, AGM 04, 100234: 12" */
export function describeSource({ kind, runName, markerName, uid, count: times }: AlertRate['sources'][number]): string {
  const parts = [t(ALERT_TITLES[kind]), runName, markerName, uid === null ? null : String(uid)];
  return t('{event}: {number}', {
    event: parts.filter((part) => part !== null).join(', '),
    number: formatCount(times),
  });
}

function listRateConcerns(rate: AlertRate): string[] {
  const { company, raised, most, mostFrom } = rate;
  const { average, most: limit } = ALERTS_IN_TEN_MINUTES;
  if (most > limit)
    return [
      t('{company}: {number} alerts within ten minutes from {time}; a person can handle {limit}.', {
        company,
        number: most,
        time: mostFrom,
        limit,
      }),
    ];
  return raised / INTERVALS > average
    ? [
        t('{company}: {number} alerts in ten minutes over the day; a person can handle {limit}.', {
          company,
          number: formatRate(rate),
          limit: average,
        }),
      ]
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
    ...(versions.size > 1 ? [t('The nodes run different versions.')] : []),
    ...(database.connections > LIMITS.connectionShare * database.maxConnections
      ? [t('The database has few connections left.')]
      : []),
    ...(outbox.dead > 0
      ? [
          t('{count} message could not be sent: see Messages.|{count} messages could not be sent: see Messages.', {
            count: outbox.dead,
          }),
        ]
      : []),
    ...(ageS(outbox.oldestAt, nowMs) > LIMITS.messageS
      ? [t('A message has been waiting since {time}.', { time: outbox.oldestAt ?? '' })]
      : []),
    ...(jobs.failed > 0
      ? [t('{count} job has failed for good.|{count} jobs have failed for good.', { count: jobs.failed })]
      : []),
    ...(ageS(jobs.oldestAt, nowMs) > LIMITS.jobS
      ? [t('A job has been due since {time}.', { time: jobs.oldestAt ?? '' })]
      : []),
    ...alertRates.flatMap(listRateConcerns),
    ...(isBackupOld ? [t('The last backup is older than two days.')] : []),
    ...mapFaults.map(({ file, why }) => t('The map file {file} is not used: {why}.', { file, why })),
  ];
}
