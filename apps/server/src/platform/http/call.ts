import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Access } from '@waymark/contract/route';
import type { Actor } from '../access/actor.ts';
import { scopeOf, systemScope, type Scope } from '../access/scope.ts';
import type { ChangeOrigin } from '../database/change.ts';

/** The request data that a handler gets in addition to the parsed input. */
export interface Call<A extends Access = Access> {
  readonly actor: A extends 'public' ? Actor | null : Actor;
  readonly requestId: string;
  /** The caller's network address. */
  readonly address: string;
  readonly userAgent: string;
  readonly origin: string | undefined;
  readonly host: string;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  readonly authorization: string | undefined;
  /** Aborts when the connection closes, before or after the answer. */
  readonly closed: AbortSignal;
  /** Refuses a user whose identity was not proved lately, for a route whose step-up is 'by-handler'. */
  checkStepUp(): Promise<void>;
  readHeader(name: string): string | undefined;
  setCookie(name: string, value: string, options: CookieSerializeOptions): void;
  setHeader(name: string, value: string): void;
  /** Answers 206 with a part of a file of this many bytes; both ends belong to the part. */
  answerPart(part: { readonly from: number; readonly to: number }, bytes: number): void;
}

export type SignedInCall = Call<readonly []>;

export function scopeOfCall(call: SignedInCall): Scope {
  return scopeOf(call.actor);
}

/** The origin of a change by a signed-in user or an API key. */
export function originOf(call: SignedInCall): ChangeOrigin {
  const { actor } = call;
  return {
    scope: scopeOf(actor),
    userId: actor.userId,
    userName: actor.name,
    groupId: actor.groupId,
    address: call.address,
    requestId: call.requestId,
  };
}

/** The origin of a change without a signed-in user: sign-in itself, a mailed link, a job. */
export function systemOrigin(work: string, call?: Call): ChangeOrigin {
  return {
    scope: systemScope(work),
    userId: null,
    userName: work,
    groupId: null,
    address: call?.address ?? null,
    requestId: call?.requestId ?? null,
  };
}
