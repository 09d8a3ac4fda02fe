/** The answers of an identity provider that need an own text, by OAuth's codes. */
const TEXTS: ReadonlyMap<string, string> = new Map([
  ['access_denied', 'The identity provider refused the sign-in.'],
  ['login_required', 'The identity provider asks for a new sign-in.'],
  ['consent_required', 'The identity provider asks for your consent first.'],
  ['interaction_required', 'The identity provider needs an answer from you first.'],
  ['server_error', 'The identity provider failed. Try again later.'],
  ['temporarily_unavailable', 'The identity provider is not available now. Try again later.'],
]);

const GENERAL = 'The sign-in did not succeed.';

/** Why a sign-in was refused. Only fixed texts: anybody can write what stands in the address. */
export function describeRefusal(code: string): string {
  return TEXTS.get(code) ?? GENERAL;
}
