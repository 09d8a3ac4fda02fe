import { findFirmwareFault } from '@waymark/commands/gates';
import type { FileWindow } from '@waymark/commands/windows';
import type { CompanyId, Uid } from '@waymark/domain/ids';
import { formatUtcDatabase, formatUtcSecond } from '@waymark/domain/time/utc';
import { sql } from 'kysely';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
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

async function findTargets(reader: Reader, uidList: readonly number[]): Promise<TargetFound[]> {
  const uids = [...new Set(uidList)];
  const targets = await listTargets(reader, uids);
  const unknown = uids.filter((uid) => !targets.some((target) => target.uid === uid));
  if (unknown.length > 0) throw problem('download-invalid', { detail: `There is no AGM [${unknown.join(', ')}].` });
  return targets;
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
  const tooOld = listTooOld(await findTargets(reader, uidList), least);
  return { isFirmwareValidForRequest: tooOld.length === 0, uidList: tooOld };
}

async function refuseOpen(reader: Reader, uids: readonly Uid[]): Promise<void> {
  const open = await findOpenSession(reader, uids);
  if (open)
    throw problem('download-open', { detail: `Session ${open.id}, started by ${open.user_name}, is still open.` });
}

function refuseTooOld(targets: readonly TargetFound[], least: number): void {
  const uids = listTooOld(targets, least).join(', ');
  if (uids === '') return;
  throw problem('download-firmware', {
    detail: `The firmware for the AGM(s) [${uids}] must be upgraded to download recorded passage data.`,
  });
}

function refuseNothing({ drafts, failed }: DownloadPlan): void {
  if (drafts.length > 0) return;
  throw problem('download-invalid', { detail: failed.map(({ uid, reason }) => `AGM ${uid}: ${reason}`).join(' ') });
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
  const targets = await findTargets(reader, request.uidList);
  await refuseOpen(reader, request.uidList);
  refuseTooOld(targets, least);
  const plan = await planDownloads(reader, targets, range, now);
  refuseNothing(plan);
  const sessionId = await insertSession(change, groupId, range, plan.failed);
  await commands.enqueue(change, plan.drafts, { source: 'download', downloadSessionId: sessionId });
  const after = {
    uids: targets.map(({ uid }) => uid),
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

/** Requests the recorded data of each device; returns the id of the session. */
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
