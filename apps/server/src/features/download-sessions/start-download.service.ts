import { findFirmwareFault } from '@waymark/commands/gates';
import type { FileWindow } from '@waymark/commands/windows';
import {
  describeOldFirmware,
  describeOpenDownload,
  describeUnknownAgms,
  NOT_DOWNLOADED,
} from '@waymark/domain/words/server-refusals';
import type { CompanyId, Uid } from '@waymark/domain/ids';
import { formatUtcDatabase, formatUtcSecond } from '@waymark/domain/time/utc';
import { sql } from 'kysely';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { described } from '../../platform/http/described.ts';
import { problem } from '../../platform/http/problem.ts';
import * as commands from '../commands/commands.api.ts';
import { listTargets, type TargetFound } from '../commands/commands.queries.ts';
import { findOpenSession } from '../downloads/downloads.queries.ts';
import { planDownloads, type DownloadPlan } from './plan-downloads.ts';
import { insertSession } from './sessions.store.ts';

interface DownloadRequest {
  readonly launchDate: number;
  readonly receiveDate: number;
  readonly uidList: readonly number[];
}

function readRange({ launchDate: startAt, receiveDate: endAt }: DownloadRequest): FileWindow {
  if (startAt >= endAt) throw problem('download-invalid', { detail: 'The start date must be before the end date.' });
  return { startAt, endAt };
}

interface Targets {
  readonly targets: readonly TargetFound[];
  /** Deleted, or of another company: an AGM of a completed run may have left since. */
  readonly unknown: readonly Uid[];
}

/** Refuses only if no device is known. */
async function findTargets(reader: Reader, uidList: readonly number[]): Promise<Targets> {
  const uids = [...new Set(uidList)];
  const targets = await listTargets(reader, uids);
  const known = new Set(targets.map(({ uid }) => uid));
  if (known.size === 0)
    throw problem(
      'download-invalid',
      described((t) => describeUnknownAgms(uids, t)),
    );
  return { targets, unknown: uids.filter((uid) => !known.has(uid)) };
}

const listTooOld = (targets: readonly TargetFound[], least: number) =>
  targets
    .filter((target) => findFirmwareFault(target.firmware_version, { from: least }) !== null)
    .map(({ uid }) => uid);

/** Checks that no device is in an open session; otherwise answers the owner of the session. */
export async function validateDownload(reader: Reader, request: DownloadRequest) {
  readRange(request);
  await findTargets(reader, request.uidList);
  const open = await findOpenSession(reader, request.uidList);
  return {
    isValidRequest: open === undefined,
    name: open?.user_name ?? null,
    createdDate: open ? formatUtcDatabase(open.created_at.getTime()) : null,
    downloadRecordedPassageDataSessionId: open?.id ?? null,
  };
}

export async function validateFirmware(reader: Reader, uidList: readonly number[], least: number) {
  const tooOld = listTooOld((await findTargets(reader, uidList)).targets, least);
  return { isFirmwareValidForRequest: tooOld.length === 0, uidList: tooOld };
}

async function refuseOpen(reader: Reader, uids: readonly Uid[]): Promise<void> {
  const open = await findOpenSession(reader, uids);
  if (open)
    throw problem(
      'download-open',
      described((t) => describeOpenDownload(open.id, open.user_name, t)),
    );
}

function refuseTooOld(uids: readonly Uid[]): never {
  throw problem(
    'download-firmware',
    described((t) => describeOldFirmware(uids, t)),
  );
}

function refuseNothing({ drafts, failed }: DownloadPlan): void {
  if (drafts.length > 0) return;
  throw problem(
    'download-invalid',
    described((t) => failed.map(({ uid, reason }) => `AGM ${uid}: ${t(reason)}`).join(' ')),
  );
}

/** Plans the downloads of the devices that can, and names the others with the reason. */
async function planStart(reader: Reader, request: DownloadRequest, least: number, now: number): Promise<DownloadPlan> {
  const { targets, unknown } = await findTargets(reader, request.uidList);
  const tooOld = listTooOld(targets, least);
  if (tooOld.length === targets.length) refuseTooOld(tooOld);
  const able = targets.filter(({ uid }) => !tooOld.includes(uid));
  const { drafts, failed } = await planDownloads(reader, able, readRange(request), now);
  const refuse = (reason: string) => (uid: Uid) => ({ uid, reason });
  return {
    drafts,
    failed: [...unknown.map(refuse(NOT_DOWNLOADED.unknown)), ...tooOld.map(refuse(NOT_DOWNLOADED.tooOld)), ...failed],
  };
}

async function startSession(
  change: Change,
  groupId: CompanyId,
  request: DownloadRequest,
  least: number,
  now: number,
): Promise<number> {
  // Serialises the starts of a company: of two sessions with the same device the second finds the first.
  await sql`select pg_advisory_xact_lock(hashtextextended('downloads', ${groupId}))`.execute(change.db);
  const reader = { scope: change.scope, db: change.db };
  const range = readRange(request);
  await refuseOpen(reader, request.uidList);
  const plan = await planStart(reader, request, least, now);
  refuseNothing(plan);
  const sessionId = await insertSession(change, groupId, range, plan.failed);
  await commands.enqueue(change, plan.drafts, { source: 'download', downloadSessionId: sessionId });
  const after = {
    uids: [...new Set(request.uidList)],
    from: formatUtcSecond(range.startAt),
    to: formatUtcSecond(range.endAt),
    failed: plan.failed,
  };
  await change.audit({
    action: 'download-started',
    objectType: 'download-session',
    objectId: sessionId,
    groupId,
    after,
  });
  return sessionId;
}

/** Requests the recorded data of each device that can send it; returns the id of the session. */
export async function startDownload(
  database: Database,
  origin: ChangeOrigin,
  request: DownloadRequest,
  least: number,
  now: number,
): Promise<number> {
  const { groupId } = origin;
  if (groupId === null) throw problem('forbidden');
  return database.change(origin, (change) => startSession(change, groupId, request, least, now));
}
