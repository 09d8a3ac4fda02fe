import { exampleDevice } from '@waymark/contract/devices/device';
import type { Role } from '@waymark/contract/roles';
import { exampleSavedPath } from '@waymark/contract/runs/pig-path';
import { readSavedPath, writeSavedPath } from '@waymark/contract/runs/read-path';
import { writeRun } from '@waymark/contract/runs/write-run';
import { DEFAULT_RULE, type NotificationRule } from '@waymark/domain/path/notification-rule';
import type { Run } from '@waymark/domain/run/run';
import { straightRun } from '@waymark/domain/run/testing/straight-run';
import { formatUtcSecond, parseUtc } from '@waymark/domain/time/utc';
import type { ReplyAt } from '#/api/address.ts';
import { answer } from '#/testing/fake-server.ts';
import type { Device } from '#/features/devices/store/device.ts';
import { deviceStore } from '#/features/devices/store/device-store.ts';
import { readDevice } from '#/features/devices/store/device.wire.ts';
import type { RunText, SavedPath } from '../runs.data.ts';
import { putAll } from '../runs-store.ts';
import { trackRun } from '../tracked-run.ts';

// The server's data in component tests of paths and runs: one company with its users, devices, paths and runs.

const COMPANY = 3;

const MINUTE_MS = 60_000;
/** Without milliseconds, in wire format. */
export const minutesAgo = (minutes: number): number => Math.floor((Date.now() - minutes * MINUTE_MS) / 1000) * 1000;
export const utcMinutesAgo = (minutes: number): string => formatUtcSecond(minutesAgo(minutes));

/** UTC milliseconds of a time in wire format. */
export function readUtc(text: string): number {
  const at = parseUtc(text);
  if (!at.ok) throw new Error(`${text} is no time`);
  return at.value;
}

/** The signed-in user, in the server's answer. */
export function answerUser(role: Role = 'admin'): void {
  answer('GET /pigrun/user/get-user', {
    id: 7,
    name: 'Dana Reyes',
    email: 'dana.reyes@example.com',
    role,
    phone: '9185550134',
    a2PMessagingOptInState: false,
    units: null,
    companyUnits: 'us',
    language: null,
    companyLanguage: 'en',
    times: 'utc',
    timeZone: null,
  });
}

const user = (id: number, name: string): ReplyAt<'GET /user'>[number] => ({
  id,
  name,
  email: `${name.toLowerCase().replace(' ', '.')}@example.com`,
  phone: '',
  revision: 1,
  group: COMPANY,
  role: 'viewer',
});

export const USERS = [user(7, 'Dana Reyes'), user(9, 'Vera Lindholm')];

export function makeRule(changes: Partial<NotificationRule> = {}): NotificationRule {
  return { ...DEFAULT_RULE, userId: 9, name: 'Vera Lindholm', ...changes };
}

export function makeDevice(uid: number, changes: Partial<Device> = {}): Device {
  return { ...readDevice(exampleDevice), uid, groupId: COMPANY, ...changes };
}

export function putDevices(...devices: readonly Device[]): void {
  deviceStore.replaceAll(devices);
}

/** Cushing to Tulsa with one tracked marker, unless the test says otherwise. */
export function makePath(changes: Partial<SavedPath> = {}): SavedPath {
  return { ...readSavedPath(exampleSavedPath), ...changes };
}

/** The same in wire format. */
export const sendPath = (changes: Partial<SavedPath> = {}) => writeSavedPath(makePath(changes));

/** Launched half an hour ago on a straight line with the tracked markers M1 to M5, at 3 m/s. */
export function makeRun(changes: Partial<Omit<Run, 'path'>> & { readonly path?: Partial<Run['path']> } = {}): Run {
  const { path, ...part } = changes;
  const run = straightRun({ launchAt: minutesAgo(30), ...part });
  return { ...run, path: { ...run.path, ...path } };
}

export const writeText = (run: Run): RunText => writeRun(run, Date.now());

/** Answers the request for active runs. */
export function answerRuns(...runs: readonly Run[]): void {
  const texts = runs.map(writeText);
  answer('GET /pigrun', ({ query }) => texts.filter(({ runId }) => query.runId === undefined || query.runId === runId));
}

/** The console has loaded these active runs. */
export function putRuns(...runs: readonly Run[]): void {
  answerRuns(...runs);
  putAll(runs.map((run) => trackRun(writeText(run))));
}
