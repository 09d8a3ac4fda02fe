import { writeAuditedName, writeAuditedPath, type SavedPath } from '@waymark/contract/runs/read-path';
import type { PathId } from '@waymark/domain/ids';
import type { PigPath } from '@waymark/domain/path/pig-path';
import { findMarkerNamesake, settlePath } from '@waymark/domain/path/settle-path';
import { foldName } from '@waymark/domain/text/names';
import { DEFAULT_UNITS } from '@waymark/domain/units/system';
import { describePathFault } from '@waymark/domain/words/refusals';
import { describeUnknownAgm } from '@waymark/domain/words/server-refusals';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { described } from '../../platform/http/described.ts';
import { problem } from '../../platform/http/problem.ts';
import { hasActiveRunOnPath } from '../runs/runs.queries.ts';
import { findForeignMember, listDeviceGroups } from '../users/company-members.queries.ts';
import { findWholePath, listPathNames, listPaths, listWatching, type PathRow } from './paths.queries.ts';
import { deletePath, insertPath, lockPath, lockPathNames, updatePath } from './paths.store.ts';
import { pathOfRow } from './paths.wire.ts';

export async function readPaths(reader: Reader): Promise<SavedPath[]> {
  const rows = await listPaths(reader);
  const watching = await listWatching(
    reader,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => pathOfRow(row, watching.get(row.id) ?? []));
}

export async function readPath(reader: Reader, pathId: PathId): Promise<SavedPath> {
  const row = await findWholePath(reader, pathId);
  if (!row) throw problem('path-not-found');
  const watching = await listWatching(reader, [pathId]);
  return pathOfRow(row, watching.get(pathId) ?? []);
}

/** The company of a path is that of its devices, which all belong to the same one. */
async function findCompany(reader: Reader, { agms }: PigPath, before: SavedPath | null): Promise<number> {
  const holders = (await listDeviceGroups(reader, agms)).map(({ group_id: groupId }) => groupId);
  const [groupId, ...others] = new Set(before ? [before.groupId, ...holders] : holders);
  if (others.length > 0) throw problem('path-invalid', { detail: 'All AGMs of a path belong to one company.' });
  if (groupId === undefined)
    throw problem(
      'path-invalid',
      described((t) => describeUnknownAgm(agms[0], t)),
    );
  return groupId;
}

/** Refuses a path with any reference to another company; returns the company. */
async function checkCompany(reader: Reader, path: PigPath, before: SavedPath | null): Promise<number> {
  const groupId = await findCompany(reader, path, before);
  const fault = await findForeignMember(reader, path, { groupId });
  if (fault !== null) throw problem('path-invalid', { detail: fault });
  return groupId;
}

/**
 * Refuses a name of the path, or of two markers, that exists in whatever case. Names that were saved before this rule
 * stay.
 */
async function checkNames(change: Change, groupId: number, path: PigPath, before: SavedPath | null): Promise<void> {
  const namesake = findMarkerNamesake(path, before);
  if (namesake)
    throw problem(
      'path-invalid',
      described((t) => describePathFault(namesake, DEFAULT_UNITS, t)),
    );
  const name = foldName(path.name);
  if (before && foldName(before.name) === name) return;
  await lockPathNames(change, groupId);
  const names = await listPathNames({ scope: change.scope, db: change.db }, groupId);
  const taken = names.find((other) => foldName(other) === name);
  if (taken !== undefined)
    throw problem(
      'path-invalid',
      described((t) => describePathFault({ code: 'path-name-taken', name: taken }, DEFAULT_UNITS, t)),
    );
}

async function holdPath(change: Change, pathId: PathId): Promise<PathRow> {
  const row = await lockPath(change, pathId);
  if (!row) throw problem('path-not-found');
  return row;
}

async function replacePath(change: Change, sent: PigPath, rev: number | undefined): Promise<number> {
  const reader = { scope: change.scope, db: change.db };
  const row = await holdPath(change, sent.pathId);
  if (rev !== undefined && rev !== row.rev) throw problem('path-changed');
  const before = pathOfRow(row, (await listWatching(reader, [row.id])).get(row.id) ?? []);
  const groupId = await checkCompany(reader, sent, before);
  await checkNames(change, groupId, sent, before);
  const ownTimeZone = sent.ownTimeZone === undefined ? before.ownTimeZone : sent.ownTimeZone;
  await updatePath(change, row.id, groupId, { ...sent, ownTimeZone });
  await change.audit({
    action: 'path-saved',
    objectType: 'path',
    objectId: row.id,
    groupId,
    before: writeAuditedPath(before),
    after: writeAuditedPath(sent),
  });
  return row.id;
}

async function addPath(change: Change, sent: PigPath): Promise<number> {
  const reader = { scope: change.scope, db: change.db };
  const groupId = await checkCompany(reader, sent, null);
  await checkNames(change, groupId, sent, null);
  const pathId = await insertPath(change, groupId, sent);
  await change.audit({
    action: 'path-added',
    objectType: 'path',
    objectId: pathId,
    groupId,
    after: writeAuditedPath(sent),
  });
  return pathId;
}

/** Returns the number of the path; with `rev` only if it was not saved since. */
export async function savePath(
  database: Database,
  origin: ChangeOrigin,
  path: PigPath,
  rev: number | undefined,
): Promise<number> {
  const settled = settlePath(path);
  if (!settled.ok)
    throw problem(
      'path-invalid',
      described((t) => describePathFault(settled.failure, DEFAULT_UNITS, t)),
    );
  const { value } = settled;
  return database.change(origin, (change) =>
    path.pathId === -1 ? addPath(change, value) : replacePath(change, value, rev),
  );
}

export async function removePath(database: Database, origin: ChangeOrigin, pathId: PathId): Promise<void> {
  await database.change(origin, async (change) => {
    const row = await holdPath(change, pathId);
    if (await hasActiveRunOnPath({ scope: change.scope, db: change.db }, pathId)) throw problem('path-in-use');
    await deletePath(change, pathId);
    await change.audit({
      action: 'path-deleted',
      objectType: 'path',
      objectId: pathId,
      groupId: row.group_id,
      before: writeAuditedName(row.name),
    });
  });
}
