// Known vulnerabilities of the packages in a release, by `npm audit` at the registry in use.
import { spawnSync } from 'node:child_process';
import { root } from '../root.mjs';

const SEVERITIES = ['critical', 'high', 'moderate', 'low', 'info'] as const;
type Counts = Readonly<Record<(typeof SEVERITIES)[number], number>>;

/** Either the counts, or why the check could not be made: then nothing is known. */
export type VulnerabilityCheck =
  | { readonly isMade: true; readonly counts: Counts; readonly packages: readonly string[] }
  | { readonly isMade: false; readonly reason: string };

const LIMIT_MS = 60_000;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function findReason(answer: unknown, errors: string): string {
  if (isObject(answer)) {
    const { message, error } = answer;
    if (typeof message === 'string' && message !== '') return message;
    if (isObject(error) && typeof error['summary'] === 'string' && error['summary'] !== '') return error['summary'];
  }
  return errors.trim().split('\n')[0] || 'npm audit gave no answer';
}

/** Reads what `npm audit --json` has printed. An answer without counts is none. */
export function readAudit(output: string, errors: string): VulnerabilityCheck {
  const answer = parse(output);
  const metadata = isObject(answer) ? answer['metadata'] : undefined;
  const counted = isObject(metadata) ? metadata['vulnerabilities'] : undefined;
  if (!isObject(answer) || !isObject(counted) || SEVERITIES.some((severity) => typeof counted[severity] !== 'number'))
    return { isMade: false, reason: findReason(answer, errors) };
  const counts = Object.fromEntries(SEVERITIES.map((severity) => [severity, counted[severity]])) as Counts;
  return {
    isMade: true,
    counts,
    packages: Object.keys(isObject(answer['vulnerabilities']) ? answer['vulnerabilities'] : {}),
  };
}

export function checkVulnerabilities(): VulnerabilityCheck {
  const args = ['audit', '--json', '--omit', 'dev'];
  const { stdout, stderr, error } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    timeout: LIMIT_MS,
  });
  if (error) return { isMade: false, reason: error.message };
  return readAudit(stdout, stderr);
}

export function describeCheck(check: VulnerabilityCheck): string {
  if (!check.isMade)
    return `Known vulnerabilities: NOT checked (${check.reason}). Check from a machine that reaches registry.npmjs.org: npm audit --omit=dev`;
  const found = SEVERITIES.flatMap((severity) =>
    check.counts[severity] > 0 ? [`${check.counts[severity]} ${severity}`] : [],
  );
  return found.length === 0
    ? 'Known vulnerabilities: none'
    : `Known vulnerabilities: ${found.join(', ')} (${check.packages.join(', ')})`;
}
