import { dictionary } from '@zxcvbn-ts/language-common';
import { checkNewPassword } from '@waymark/domain/account/password';

const LEAKED_TEXT = 'This password is on a list of common leaked passwords. Choose another one.';
const OWN_WORDS_TEXT = 'This password is only a name or an e-mail address. Choose another one.';
const MIN_LEAKED_LENGTH = 4;
const PRODUCT = 'waymark';

const leaked = new Set(dictionary['passwords-common'].map((password) => password.toLowerCase()));

/** Removes digits and signs around a word: Summer2026! counts as summer. */
function listCores(password: string): readonly string[] {
  const folded = password.toLowerCase().normalize('NFKC');
  const withoutEnd = folded.replace(/[^\p{L}]+$/u, '');
  const withoutSigns = folded.replaceAll(/[^\p{L}\p{Nd}]/gu, '');
  return [
    folded,
    withoutEnd,
    withoutEnd.replace(/^[^\p{L}]+/u, ''),
    withoutSigns,
    withoutSigns.replace(/\p{Nd}+$/u, ''),
  ];
}

const onlyLetters = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(/[^\p{L}]/gu, '');

function isOwnWord(password: string, { name, email }: PasswordOwner): boolean {
  const [local = '', domain = ''] = email.split('@');
  const words = [PRODUCT, name, ...name.split(/\s+/), email, local, ...local.split(/[._+-]/), ...domain.split('.')].map(
    onlyLetters,
  );
  const core = onlyLetters(password);
  return core !== '' && words.includes(core);
}

interface PasswordOwner {
  readonly name: string;
  readonly email: string;
}

/**
 * The text that refuses a new password, or null: checks the rule of the specification, leaked passwords and the owner's
 * own words.
 */
export function refuseNewPassword(password: string, owner: PasswordOwner): string | null {
  const refusal = checkNewPassword(password);
  if (refusal !== null) return refusal;
  if (listCores(password).some((core) => core.length >= MIN_LEAKED_LENGTH && leaked.has(core))) return LEAKED_TEXT;
  return isOwnWord(password, owner) ? OWN_WORDS_TEXT : null;
}
