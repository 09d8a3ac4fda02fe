import type { CompanyId, RunId, Uid, UserId } from '@waymark/domain/ids';
import type { z } from 'zod';
import type { KeyScope } from './key-scopes.ts';

/**
 * Recipients of a hub event. `company` is every admin of the company; a device or run adds the viewers who follow it;
 * superadmins receive all of these. `user` is a single user's connections.
 */
export interface AudienceKeys {
  user: { readonly userId: UserId };
  company: { readonly groupId: CompanyId };
  device: { readonly groupId: CompanyId; readonly uid: Uid };
  run: { readonly groupId: CompanyId; readonly runId: RunId };
}
export type AudienceKind = keyof AudienceKeys;

export interface EventDefinition {
  readonly name: string;
  readonly summary: string;
  readonly audience: AudienceKind;
  /** API keys of the company with this scope receive it; left out, no key does. */
  readonly key?: KeyScope;
  /** `latest`: a slow connection gets only the newest value per key. */
  readonly delivery: 'every' | 'latest';
  readonly data: z.ZodType;
  readonly example: unknown;
}

type DataOf<E> = E extends { readonly data: infer S extends z.ZodType } ? z.output<S> : never;
export type EventData<E> = DataOf<E>;
export type EventAudience<E> = E extends { readonly audience: infer A extends AudienceKind } ? AudienceKeys[A] : never;

export function defineEvent<const E extends EventDefinition>(event: E & { readonly example: DataOf<E> }): E {
  return event;
}

/** A call from a console to the hub, acknowledged with {ok:true} and what its summary names, or {error}. */
export interface MethodDefinition {
  readonly name: string;
  readonly summary: string;
  /** API keys with this scope may call it; left out, no key may. */
  readonly key?: KeyScope;
  readonly argument: z.ZodType;
  readonly example: unknown;
}
export type MethodArgument<M> = M extends { readonly argument: infer S extends z.ZodType } ? z.output<S> : never;
/** What a method adds to its acknowledgement. */
export interface MethodResult {
  /** The revision of the run. */
  readonly rev?: number;
}
export type MethodAnswer = ({ readonly ok: true } & MethodResult) | { readonly error: string };

export function defineMethod<const M extends MethodDefinition>(method: M): M {
  return method;
}
