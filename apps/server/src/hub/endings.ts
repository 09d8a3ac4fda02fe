import type { EventData } from '@waymark/contract/event';
import type { events } from '@waymark/contract/events/index';
import type { Actor } from '../platform/access/actor.ts';

export type EndReason = EventData<typeof events.ReceiveSessionEnd>['reason'];

/** Sessions of one user: all, only `sessionId`, or all but `exceptSessionId`. */
export interface EndedSessions {
  readonly userId: number;
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
 * Endings that came while a handshake was still being checked: its token was good when it was read,
 * and the connection was not yet there to be ended.
 */
export class Endings {
  #count = 0;
  #recent: Ending[] = [];

  /** How many there were so far; a handshake notes it when it begins. */
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
