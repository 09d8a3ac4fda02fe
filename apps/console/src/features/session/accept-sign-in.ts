import { create } from 'zustand';
import { isApiError, logFailure } from '#/api/api-error.ts';
import { t } from '#/language/t.ts';
import { describeRefusal } from './entry/refusal.view.ts';
import { isOwnTrip } from './external-trip.ts';
import { parseHandover, type HandoverResult } from './handover.ts';
import { holdToken } from './session.ts';
import { identify, NO_ROLE } from './sign-in.data.ts';

const SIGN_IN_FAILED = t('Something bad happened');

export type SignInStep =
  | { readonly kind: 'checking' }
  | { readonly kind: 'signed-in' }
  /** Another window started the sign-in, so the user must confirm it. */
  | { readonly kind: 'asking'; readonly name: string; readonly accept: () => void }
  | { readonly kind: 'failed'; readonly text: string; readonly logId?: number | undefined };

/** Accepts a sign-in from the address: at once if this tab started it, otherwise after the user confirms it. */
async function acceptSignIn(result: HandoverResult): Promise<SignInStep> {
  if (result.kind === 'refused') return { kind: 'failed', text: describeRefusal(result.code) };
  if (result.kind === 'nothing') return { kind: 'signed-in' };
  const { handover } = result;
  const isOwn = isOwnTrip(handover.state);
  try {
    const identity = await identify(handover);
    const accept = () => holdToken(identity, handover);
    if (!isOwn) return { kind: 'asking', name: identity.name, accept };
    accept();
    return { kind: 'signed-in' };
  } catch (error) {
    const isWithoutRole = isApiError(error, 'no-role');
    if (!isWithoutRole) logFailure(error);
    const text = isWithoutRole ? NO_ROLE : SIGN_IN_FAILED;
    return { kind: 'failed', text, ...(isApiError(error) && { logId: error.logId }) };
  }
}

interface HandoverStore {
  /** The outcome of the sign-in in the address. */
  readonly outcome: Promise<SignInStep>;
}

const nothing: HandoverStore = { outcome: Promise.resolve({ kind: 'signed-in' }) };

/** The sign-in that arrived in the address, examined once. */
export const useHandover = create<HandoverStore>()(() => nothing);

export function takeHandover(hash: string): void {
  useHandover.setState({ outcome: acceptSignIn(parseHandover(hash)) });
}

export function forgetHandover(): void {
  useHandover.setState(nothing);
}
