import type { CallParts } from '@waymark/client/to-path';
import { t } from '#/language/t.ts';
import type { ApiAddress, CallArguments, CallAt, PublicAddress, ReplyAt, SignedInAddress } from './address.ts';
import { ApiError, isApiError } from './api-error.ts';
import { bearerSource } from './bearer.ts';
import { send } from './send.ts';
import { Slot } from './slot.ts';

/**
 * Asks the user to prove who they are, after the server has refused a call for that; answers whether they did. The
 * session provides it: without it the refusal stands.
 */
export const stepUpSource = new Slot<() => Promise<boolean>>(() => Promise.resolve(false));

interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** The only status that counts as success; by default every 2xx does. */
  readonly successStatus?: number | undefined;
}
interface SignedInOptions extends CallOptions {
  /** Another token than this session's; the caller handles its refusal. */
  readonly token?: string;
}

async function checkWhileDeveloping<A extends ApiAddress>(address: A, reply: unknown): Promise<ReplyAt<A>> {
  if (import.meta.env.DEV) {
    const { checkReply } = await import('./check-reply.ts');
    checkReply(address, reply);
  }
  return reply as ReplyAt<A>;
}

type PublicArguments<A extends PublicAddress> = CallArguments<CallAt<A>, CallOptions>;
type SignedInArguments<A extends SignedInAddress> = CallArguments<CallAt<A>, SignedInOptions>;

/** A call without authentication. */
export function callPublicApi<A extends PublicAddress>(address: A, ...[call]: PublicArguments<A>): Promise<ReplyAt<A>> {
  return callPublicApiWith(address, call ?? {});
}

/** The same with parameters that the compiler does not know, for wrappers that pass them on. */
export async function callPublicApiWith<A extends PublicAddress>(
  address: A,
  { signal, successStatus, ...parts }: CallParts & CallOptions,
): Promise<ReplyAt<A>> {
  return checkWhileDeveloping(address, await send(address, parts, { token: null, signal, successStatus }));
}

/** A call of the signed-in user. A refused token is renewed once; if that fails too, the session ends. */
export function callApi<A extends SignedInAddress>(address: A, ...[call]: SignedInArguments<A>): Promise<ReplyAt<A>> {
  return callApiWith(address, call ?? {});
}

export async function callApiWith<A extends SignedInAddress>(
  address: A,
  { signal, successStatus, token, ...parts }: CallParts & SignedInOptions,
): Promise<ReplyAt<A>> {
  const reply =
    token === undefined
      ? await sendAsUser((current) => send(address, parts, { token: current, signal, successStatus }))
      : await send(address, parts, { token, signal, successStatus });
  return checkWhileDeveloping(address, reply);
}

const signInFirst = () => new ApiError({ status: 401, code: 'unauthenticated', detail: t('Sign in first.') });

/** Sends the call again once the user has proved who they are, where the server asks for that. */
export async function sendAsUser<Reply>(attempt: (token: string) => Promise<Reply>): Promise<Reply> {
  try {
    return await sendWithToken(attempt);
  } catch (error) {
    // The login screen leads the user through what is missing.
    if (isApiError(error, 'second-factor-required')) bearerSource.get().endSession();
    if (!isApiError(error, 'step-up-needed') || !(await stepUpSource.get()())) throw error;
    return sendWithToken(attempt);
  }
}

async function sendWithToken<Reply>(attempt: (token: string) => Promise<Reply>): Promise<Reply> {
  const bearer = bearerSource.get();
  const token = bearer.readToken() ?? (await bearer.renewToken());
  if (token === null) throw signInFirst();
  try {
    return await attempt(token);
  } catch (error) {
    if (!isApiError(error) || error.status !== 401) throw error;
    const renewed = await bearer.renewToken();
    if (renewed === null) throw error;
    return attempt(renewed).catch((second: unknown) => {
      if (isApiError(second) && second.status === 401) bearer.endSession();
      throw second;
    });
  }
}
