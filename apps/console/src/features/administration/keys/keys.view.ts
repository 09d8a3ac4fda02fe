import type { KeyScope } from '@waymark/contract/key-scopes';
import { readUtc } from '#/ui/field/utc-mask.ts';
import { isApiError } from '#/api/api-error.ts';
import type { ApiKey, KeyToMake } from './keys.data.ts';

/** The words for each scope, in the order of the form. */
export const SCOPE_TEXTS: Readonly<Record<KeyScope, { readonly label: string; readonly explanation: string }>> = {
  'devices:read': { label: 'Read devices', explanation: 'AGMs, their last values and their live events' },
  'runs:read': { label: 'Read runs', explanation: 'Runs, paths and the positions of pigs' },
  'history:read': { label: 'Read history and reports', explanation: 'Records, passages, downloads and report files' },
  'passages:verify': { label: 'Verify passages', explanation: 'And correct their times' },
  'commands:send': {
    label: 'Send commands',
    explanation: 'None that switches an AGM off, deletes recordings, resets it or changes its server',
  },
};

export interface KeyForm {
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  readonly expiresAt: string;
  /** An address or range per line. */
  readonly addresses: string;
  readonly currentPassword: string;
}

export const EMPTY_KEY: KeyForm = { name: '', scopes: [], expiresAt: '', addresses: '', currentPassword: '' };

export const KEY_RULES = {
  name: (name: string) => (name.trim() === '' ? 'Say what the key is for' : null),
  scopes: (scopes: readonly KeyScope[]) => (scopes.length === 0 ? 'Choose at least one' : null),
  expiresAt: (typed: string) => (typed === '' || readUtc(typed) !== null ? null : 'Invalid time'),
};

const listAddresses = (typed: string) => typed.split(/[\s,;]+/).filter((address) => address !== '');

export function toSentKey({ name, scopes, expiresAt, addresses, currentPassword }: KeyForm): KeyToMake {
  return {
    name,
    scopes: [...scopes],
    expiresAt: expiresAt === '' ? null : expiresAt,
    addresses: listAddresses(addresses),
    ...(currentPassword !== '' && { currentPassword }),
  };
}

/** The errors at the fields that a refusal names; null: it names none. */
export function findFieldErrors(error: unknown, { addresses }: KeyForm): Readonly<Record<string, string>> | null {
  if (isApiError(error, 'key-expiry-past')) return { expiresAt: 'Must be in the future' };
  if (!isApiError(error, 'validation-failed') || error.errors.length === 0) return null;
  const typed = listAddresses(addresses);
  return Object.fromEntries(
    error.errors.map(({ path, message }) => {
      const [field = '', index] = path.split('.');
      const entry = typed[Number(index)];
      return [field, field === 'addresses' && entry !== undefined ? `${entry} ${message}` : message];
    }),
  );
}

/** "2026-03-18 00:06" */
const toMinute = (instant: string) => instant.slice(0, 16);

/** The lines of a key below its name; times are UTC. */
export function describeKey(key: ApiKey): readonly string[] {
  const { scopes, addresses, createdAt, madeBy, expiresAt, isExpired, lastUsedAt, lastUsedAddress } = key;
  const expiry = expiresAt === null ? 'does not expire' : `${isExpired ? 'expired' : 'expires'} ${toMinute(expiresAt)}`;
  const use =
    lastUsedAt === null ? 'Never used' : `Last used ${toMinute(lastUsedAt)} from ${lastUsedAddress ?? 'unknown'}`;
  return [
    scopes.map((scope) => SCOPE_TEXTS[scope].label).join(' · '),
    `Made ${toMinute(createdAt)} by ${madeBy}, ${expiry}`,
    addresses.length === 0 ? use : `${use}, only from ${addresses.join(', ')}`,
  ];
}

/** Why a key should be replaced or revoked; null: no reason is known. */
export function findConcern(key: ApiKey, isUnseen: boolean): string | null {
  if (isUnseen) return 'It was not copied here and cannot be shown again. Revoke it and make another.';
  if (key.hasMakerLeft) return 'Its maker is no longer an admin and may have a copy. Make another and revoke this one.';
  return null;
}
