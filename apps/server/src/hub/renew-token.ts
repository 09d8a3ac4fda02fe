import type { Actor } from '../platform/access/actor.ts';
import { problem } from '../platform/http/problem.ts';
import type { MethodHandlers } from './methods.ts';

/** Takes a renewed token of the same session; one of somebody else, or of another sign-in, is refused. */
export function renewTokenBy(authenticate: (token: string) => Promise<Actor>): MethodHandlers['RenewToken'] {
  return async ({ actor, connection }, token) => {
    const renewed = await authenticate(token);
    if (renewed.userId !== actor.userId || renewed.sessionId !== actor.sessionId) throw problem('forbidden');
    // The rooms were given to what the person was at the handshake: the new role needs a new connection.
    if (renewed.role !== actor.role || renewed.groupId !== actor.groupId) connection.end('account-changed');
    else connection.renew(renewed);
  };
}
