import type { KeyScope } from '@waymark/contract/key-scopes';
import { t } from '#/language/t.ts';
import { readUtc } from '#/ui/field/utc-mask.ts';
import { isApiError } from '#/api/api-error.ts';
import type { ApiKey, KeyToMake } from './keys.data.ts';

/** The words for each scope, in the order of the form. */
export const SCOPE_TEXTS: Readonly<Record<KeyScope, { readonly label: string; readonly explanation: string }>> = {
  'devices:read': { label: t('Read devices'), explanation: t('AGMs, their last values and their live events') },
  'runs:read': { label: t('Read runs'), explanation: t('Runs, paths and the positions of pigs') },
  'history:read': {
    label: t('Read history and reports'),
    explanation: t('Records, passages, downloads and report files'),
  },
  'passages:verify': { label: t('Verify passages'), explanation: t('And correct their times') },
  'commands:send': {
    label: t('Send commands'),
    explanation: t('None that switches an AGM off, deletes recordings, resets it or changes its server'),
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
  name: (name: string) => (name.trim() === '' ? t('Say what the key is for') : null),
  scopes: (scopes: readonly KeyScope[]) => (scopes.length === 0 ? t('Choose at least one') : null),
  expiresAt: (typed: string) => (typed === '' || readUtc(typed) !== null ? null : t('Invalid time')),
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
export function findFieldErrors(
  error: unknown,
  { addresses }: Pick<KeyForm, 'addresses'>,
): Readonly<Record<string, string>> | null {
  if (isApiError(error, 'key-expiry-past')) return { expiresAt: t('Must be in the future') };
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

type Making = Pick<ApiKey, 'createdAt' | 'madeBy' | 'expiresAt' | 'isExpired'>;

export function describeMaking({ createdAt, madeBy, expiresAt, isExpired }: Making): string {
  const made = { time: toMinute(createdAt), name: madeBy };
  if (expiresAt === null) return t('Made {time} by {name}, does not expire', made);
  const both = { ...made, end: toMinute(expiresAt) };
  return isExpired ? t('Made {time} by {name}, expired {end}', both) : t('Made {time} by {name}, expires {end}', both);
}

export const describeUse = ({ lastUsedAt, lastUsedAddress }: Pick<ApiKey, 'lastUsedAt' | 'lastUsedAddress'>): string =>
  lastUsedAt === null
    ? t('Never used')
    : t('Last used {time} from {address}', { time: toMinute(lastUsedAt), address: lastUsedAddress ?? t('unknown') });

/** The lines of a key below its name; times are UTC. */
export function describeKey(key: ApiKey): readonly string[] {
  const { scopes, addresses } = key;
  const use = describeUse(key);
  return [
    scopes.map((scope) => SCOPE_TEXTS[scope].label).join(' · '),
    describeMaking(key),
    addresses.length === 0 ? use : t('{use}, only from {addresses}', { use, addresses: addresses.join(', ') }),
  ];
}

/** Why a key should be replaced or revoked; null: no reason is known. */
export function findConcern(key: ApiKey, isUnseen: boolean): string | null {
  if (isUnseen) return t('It was not copied here and cannot be shown again. Revoke it and make another.');
  if (key.hasMakerLeft)
    return t('Its maker is no longer an admin and may have a copy. Make another and revoke this one.');
  return null;
}
