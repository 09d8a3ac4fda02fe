import { isApiError } from '#/api/api-error.ts';
import { callApi } from '#/api/client.ts';
import { logFailure } from '#/api/log-failure.ts';
import { roleOfHandover, type Handover, type HandoverResult } from './handover.ts';
import { redeemSignInState } from './one-time-state.ts';
import { describeRefusal } from './entry/refusal.view.ts';
import { holdToken } from './session.ts';

const NO_ROLE = 'No role configured for user';
const SIGN_IN_FAILED = 'Something bad happened';

export type SignInStep =
  | { readonly kind: 'checking' }
  | { readonly kind: 'signed-in' }
  /** The sign-in was not started in this tab: the user must confirm it. */
  | { readonly kind: 'asking'; readonly name: string; readonly accept: () => void }
  | { readonly kind: 'failed'; readonly text: string; readonly logId?: number | undefined };

async function examine(handover: Handover, isOwn: boolean): Promise<SignInStep> {
  const role = roleOfHandover(handover);
  if (!role) return { kind: 'failed', text: NO_ROLE };
  const { sub, name } = await callApi('GET /userinfo', { token: handover.accessToken });
  const accept = () => holdToken({ id: Number(sub), name, role }, handover);
  if (!isOwn) return { kind: 'asking', name, accept };
  accept();
  return { kind: 'signed-in' };
}

/** Accepts the sign-in from the address: silently if this tab started it, else after a confirmation. */
export async function acceptSignIn(result: HandoverResult): Promise<SignInStep> {
  if (result.kind === 'refused') return { kind: 'failed', text: describeRefusal(result.code) };
  if (result.kind === 'nothing') return { kind: 'signed-in' };
  const isOwn = redeemSignInState(result.handover.state);
  try {
    return await examine(result.handover, isOwn);
  } catch (error) {
    logFailure(error);
    const text = isApiError(error, 'no-role') ? NO_ROLE : SIGN_IN_FAILED;
    return { kind: 'failed', text, ...(isApiError(error) && { logId: error.logId }) };
  }
}
