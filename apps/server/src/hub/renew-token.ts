import type { Actor } from '../platform/access/actor.ts';
import { problem } from '../platform/http/problem.ts';
import type { MethodHandlers } from './methods.ts';

/** Accepts a renewed token of the same session; refuses one of another user or another sign-in. */
export function renewTokenBy(authenticate: (token: string) => Promise<Actor>): MethodHandlers['RenewToken'] {
  return async ({ actor, connection }, token) => {
    const renewed = await authenticate(token);
    if (renewed.userId !== actor.userId || renewed.sessionId !== actor.sessionId) throw problem('forbidden');
    // The rooms follow from role and company at the handshake: a change of either needs a new connection.
    if (renewed.role !== actor.role || renewed.groupId !== actor.groupId) connection.end('account-changed');
    else connection.renew(renewed);
  };
}
