import { methods } from '@waymark/contract/events/index';
import type { Actor } from '../platform/access/actor.ts';
import { problem } from '../platform/http/problem.ts';
import type { Log } from '../platform/log.ts';
import type { Connection, HubNamespace, HubSocket } from './connection.ts';
import type { Endings } from './endings.ts';
import { refusalCode } from './refusal.ts';
import type { RoomReviews } from './room-reviews.ts';

interface Admitting {
  readonly connectionOf: (socket: HubSocket) => Connection | undefined;
  readonly identify: (socket: HubSocket) => Promise<Actor>;
  readonly roomsOf: (actor: Actor) => Promise<readonly string[]>;
  readonly endings: Endings;
  readonly reviews: Pick<RoomReviews, 'count'>;
  readonly log: Log;
}

/** Admits a client with a valid sign-in; rejects others with the problem code as the message of `connect_error`. */
export function admitTo(
  namespace: HubNamespace,
  { connectionOf, identify, roomsOf, endings, reviews, log }: Admitting,
): void {
  const admit = async (socket: HubSocket, next: (refusal?: Error) => void): Promise<void> => {
    const connection = connectionOf(socket);
    // A second sign-in to the same namespace would bypass the checks of the first.
    if (!connection?.beginAdmission(namespace)) {
      connection?.cut();
      next(new Error('forbidden'));
      return;
    }
    const [endingCount, reviewCount] = [endings.count, reviews.count];
    let refusal: Error | undefined;
    try {
      const actor = await identify(socket);
      const takesGroups = socket.handshake.auth['eventGroups'] === true;
      socket.data = { actor, rooms: await roomsOf(actor), takesGroups, endingCount, reviewCount };
    } catch (error) {
      const code = refusalCode(error, log);
      log.info({ namespace: namespace.name, code }, 'hub connection refused');
      refusal = new Error(code);
    }
    connection.endAdmission(namespace);
    next(refusal);
  };
  namespace.use((socket, next) => void admit(socket, next));
}

export function tokenOf(socket: HubSocket): string {
  const token = methods.RenewToken.argument.min(1).safeParse(socket.handshake.auth['token']);
  if (!token.success) throw problem('unauthenticated');
  return token.data;
}

/** Reads the cookie of the WebSocket's HTTP request: browsers send it only there. */
export function cookieOf(socket: HubSocket): string {
  const { cookie } = socket.handshake.headers;
  if (!cookie) throw problem('unauthenticated');
  return cookie;
}
