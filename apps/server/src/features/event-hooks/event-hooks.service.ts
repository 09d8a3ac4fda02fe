import type { RouteInput } from '@waymark/contract/route';
import { MAX_HOOKS, type eventHooksRoutes } from '@waymark/contract/routes/event-hooks';
import type { CompanyId, PathId } from '@waymark/domain/ids';
import { WEBHOOK_FAULTS } from '@waymark/domain/words/setting-faults';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import type { AllowedHosts } from '../../platform/outbound/allowed-hosts.ts';
import { findAddressFault } from '../../platform/outbound/find-target.ts';
import { findNamedCompany } from '../users/named-company.queries.ts';
import { lockGroup } from '../users/users.queries.ts';
import { endWaiting } from './delivery/outcomes.store.ts';
import { makeHookSecret } from './delivery/signature.ts';
import { findHook } from './event-hooks.queries.ts';
import {
  countHooks,
  deleteHook,
  insertHook,
  lockHook,
  replaceSecret,
  updateHook,
  type HookSettings,
  type LockedHook,
} from './event-hooks.store.ts';

type SentHook = RouteInput<typeof eventHooksRoutes.addEventHook>['body'];

export interface HookParts {
  readonly database: Database;
  readonly box: SecretBox;
  readonly allowed: AllowedHosts;
  readonly publicUrl: string;
}

const readerOf = ({ db, scope }: Change) => ({ db, scope });

export async function lockKnown(change: Change, id: number): Promise<LockedHook> {
  const hook = await lockHook(change, id);
  if (!hook) throw problem('webhook-not-found');
  return hook;
}

async function readHook(change: Change, id: number) {
  const hook = await findHook(readerOf(change), id);
  if (!hook) throw problem('webhook-not-found');
  return hook;
}

function checkUrl(url: string, allowed: AllowedHosts): void {
  const fault = findAddressFault(url, allowed);
  if (fault !== null) throw problem('webhook-url-refused', { detail: WEBHOOK_FAULTS[fault] });
}

async function checkPath({ db }: Change, groupId: CompanyId, pathId: PathId | null): Promise<void> {
  if (pathId === null) return;
  const found = await db
    .selectFrom('pig_paths')
    .select('id')
    .where('id', '=', pathId)
    .where('group_id', '=', groupId)
    .executeTakeFirst();
  if (!found) throw problem('path-not-found');
}

/** The caller's own company; a superadmin names one. It is locked, so that the count of webhooks stays true. */
async function lockCompany(change: Change, sent: CompanyId | undefined): Promise<CompanyId> {
  const groupId = await findNamedCompany(readerOf(change), change.origin.groupId, sent);
  if (!(await lockGroup(readerOf(change), groupId))) throw problem('group-not-found');
  return groupId;
}

/** The part of a webhook that the audit trail keeps; never its secret. */
const describeForAudit = ({ url, description, eventTypes, pathId, etaMinutes, isEnabled }: HookSettings) => ({
  url,
  description,
  eventTypes,
  pathId,
  etaMinutes,
  isEnabled,
});

const settingsOf = (hook: LockedHook): HookSettings => ({
  url: hook.url,
  description: hook.description,
  eventTypes: hook.event_types,
  pathId: hook.path_id,
  etaMinutes: hook.eta_minutes,
  isEnabled: hook.is_enabled,
});

export async function addHook({ database, box, allowed }: HookParts, origin: ChangeOrigin, sent: SentHook) {
  checkUrl(sent.url, allowed);
  const secret = makeHookSecret();
  return database.change(origin, async (change) => {
    const groupId = await lockCompany(change, sent.groupId);
    if ((await countHooks(change, groupId)) >= MAX_HOOKS) throw problem('too-many-webhooks');
    await checkPath(change, groupId, sent.pathId);
    const sealedSecret = box.seal(secret);
    const id = await insertHook(change, { groupId, settings: sent, sealedSecret, madeByName: origin.userName });
    const after = describeForAudit(sent);
    await change.audit({ action: 'webhook-added', objectType: 'webhook', objectId: id, groupId, after });
    return { ...(await readHook(change, id)), secret };
  });
}

export async function changeHook(
  { database, allowed }: HookParts,
  origin: ChangeOrigin,
  id: number,
  settings: HookSettings,
) {
  return database.change(origin, async (change) => {
    const before = await lockKnown(change, id);
    checkUrl(settings.url, allowed);
    await checkPath(change, before.group_id, settings.pathId);
    await updateHook(change, before, settings);
    if (before.is_enabled && !settings.isEnabled) await endWaiting(change, id);
    await change.audit({
      action: 'webhook-changed',
      objectType: 'webhook',
      objectId: id,
      groupId: before.group_id,
      before: describeForAudit(settingsOf(before)),
      after: describeForAudit(settings),
    });
    return readHook(change, id);
  });
}

export async function removeHook({ database }: HookParts, origin: ChangeOrigin, id: number): Promise<void> {
  await database.change(origin, async (change) => {
    const before = await lockKnown(change, id);
    await deleteHook(change, id);
    await change.audit({
      action: 'webhook-removed',
      objectType: 'webhook',
      objectId: id,
      groupId: before.group_id,
      before: describeForAudit(settingsOf(before)),
    });
  });
}

export async function rotateSecret({ database, box }: HookParts, origin: ChangeOrigin, id: number) {
  const secret = makeHookSecret();
  return database.change(origin, async (change) => {
    const hook = await lockKnown(change, id);
    await replaceSecret(change, hook, box.seal(secret));
    await change.audit({
      action: 'webhook-secret-replaced',
      objectType: 'webhook',
      objectId: id,
      groupId: hook.group_id,
      after: { url: hook.url },
    });
    return { ...(await readHook(change, id)), secret };
  });
}
