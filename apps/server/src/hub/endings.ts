import type { EventData } from '@waymark/contract/event';
import type { events } from '@waymark/contract/events/index';
import type { UserId } from '@waymark/domain/ids';
import type { Actor } from '../platform/access/actor.ts';

export type EndReason = EventData<typeof events.ReceiveSessionEnd>['reason'];

/** Sessions of one user: all of them, only `sessionId`, or all except `exceptSessionId`. */
export interface EndedSessions {
  readonly userId: UserId;
  readonly sessionId?: string | undefined;
  readonly exceptSessionId?: string | undefined;
}

export function isEnded(ended: EndedSessions, actor: Actor): boolean {
  return (
    ended.userId === actor.userId &&
    (ended.sessionId === undefined || ended.sessionId === actor.sessionId) &&
    ended.exceptSessionId !== actor.sessionId
  );
}

interface Ending {
  readonly number: number;
  readonly ended: EndedSessions;
  readonly reason: EndReason;
  readonly at: number;
}

/**
 * Recent session endings. A handshake checks them after its lookups: its token may have been revoked in between, when
 * the connection was not yet in the list of connections to end.
 */
export class Endings {
  #count = 0;
  #recent: Ending[] = [];

  /** Number of endings so far; a handshake stores it when it begins. */
  get count(): number {
    return this.#count;
  }

  note(ended: EndedSessions, reason: EndReason, at: number): void {
    this.#count += 1;
    this.#recent.push({ number: this.#count, ended, reason, at });
  }

  findSince(count: number, actor: Actor): EndReason | undefined {
    return this.#recent.find((ending) => ending.number > count && isEnded(ending.ended, actor))?.reason;
  }

  forgetBefore(at: number): void {
    this.#recent = this.#recent.filter((ending) => ending.at >= at);
  }
}
