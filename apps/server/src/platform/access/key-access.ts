import { WALLBOARD, type KeyUse } from '@waymark/contract/key-scopes';
import type { UserId } from '@waymark/domain/ids';
import { problem } from '../http/problem.ts';
import type { Actor } from './actor.ts';

/**
 * The id under which a key acts, in the audit too: negative, so that it is never the id of a user (docs/decisions/0066).
 */
export function actorIdOfKey(keyId: number): UserId {
  return -keyId;
}

/** Whether a user id of an origin is that of an API key. */
export function isKeyActorId(userId: UserId | null): boolean {
  return userId !== null && userId < 0;
}

/** The id of the key that acts under this id. */
export function keyOfActor(actorId: UserId): number {
  return -Number(actorId);
}

/** Refuses an API key or a wallboard that lacks the scope of a route or method; users pass. */
export function checkKeyUse({ key }: Actor, use: KeyUse | undefined): void {
  if (!key || (use === 'any' && !key.scopes.has(WALLBOARD))) return;
  if (use === undefined || use === 'any') throw problem('key-not-open');
  if (!key.scopes.has(use)) throw problem('key-scope-missing');
}
