import { t } from '#/language/t.ts';

/** The OAuth error codes of an identity provider with their own message. */
const TEXTS: ReadonlyMap<string, string> = new Map([
  ['access_denied', t('The identity provider refused the sign-in.')],
  ['login_required', t('The identity provider asks for a new sign-in.')],
  ['consent_required', t('The identity provider asks for your consent first.')],
  ['interaction_required', t('The identity provider needs an answer from you first.')],
  [
    'second_factor_missing',
    t(
      'Two-step sign-in is required of you, and your identity provider did not ask for a second step. Ask the admin of your company.',
    ),
  ],
  ['server_error', t('The identity provider failed. Try again later.')],
  ['temporarily_unavailable', t('The identity provider is not available now. Try again later.')],
]);

const GENERAL = t('The sign-in did not succeed.');

/** Explains a refused sign-in. Only fixed texts: an attacker can write the address. */
export function describeRefusal(code: string): string {
  return TEXTS.get(code) ?? GENERAL;
}
