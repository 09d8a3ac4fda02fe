import type { CallAt, ReplyAt } from '#/api/address.ts';
import { ApiError, logFailure } from '#/api/api-error.ts';
import { loadPart } from '#/api/load-part.ts';
import { t } from '#/language/t.ts';

type Creation = ReplyAt<'POST /user/passkeys/begin'>;
type NewPasskey = CallAt<'POST /user/passkeys'>['body']['passkey'];
type PasskeyRequest = ReplyAt<'POST /oauth/passkey'>;
export type PasskeyProof = Extract<CallAt<'POST /user/step-up'>['body'], { passkey: unknown }>['passkey'];

/** Few users have passkeys, so the library is loaded only with the first one. */
const loadLibrary = () => loadPart(() => import('@simplewebauthn/browser'));

export const hasPasskeys = (): boolean => 'PublicKeyCredential' in globalThis;

/** The browser answers alike whether the user cancels, waits too long or has no passkey here. */
function refuse(error: unknown): never {
  logFailure(error);
  const isKnown = error instanceof Error && error.name === 'InvalidStateError';
  const detail = isKnown
    ? t('You have a passkey on this device already.')
    : t('The browser used no passkey. Try again, or take another way.');
  throw new ApiError({ status: 0, code: 'passkey-not-used', detail }, { cause: error });
}

/** Makes a passkey on this device or another one. */
export async function makePasskey(optionsJSON: Creation): Promise<NewPasskey> {
  const { startRegistration } = await loadLibrary();
  return startRegistration({ optionsJSON }).catch(refuse);
}

/** Answers the server's challenge with a passkey. */
export async function answerWithPasskey(optionsJSON: PasskeyRequest): Promise<PasskeyProof> {
  const { startAuthentication } = await loadLibrary();
  return startAuthentication({ optionsJSON }).catch(refuse);
}
