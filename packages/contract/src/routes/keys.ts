import { z } from 'zod';
import { id, utcSecond } from '../devices/fields.ts';
import { KEY_SCOPES } from '../key-scopes.ts';
import { utcText } from '../paging.ts';
import { withPlainTexts } from '../plain-texts.ts';
import { ADMINS, COMPANY_ADMIN } from '../roles.ts';
import { defineRoute } from '../route.ts';

export const MAX_KEY_NAME = 80;
export const MAX_KEY_ADDRESSES = 20;

/** A single address, or a range as in 192.0.2.0/24 or 2001:db8::/32. */
export const keyAddress = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: 'is neither an address nor a range such as 192.0.2.0/24',
});
const scopes = z
  .array(z.enum(KEY_SCOPES))
  .min(1)
  .max(KEY_SCOPES.length)
  .transform((list) => KEY_SCOPES.filter((scope) => list.includes(scope)));

const apiKey = z.object({
  id,
  /** The company. */
  groupId: id,
  /** What the key is for. */
  name: z.string(),
  /** The start of the key, which identifies it and is no secret. */
  prefix: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  /** The addresses that may use it; empty: every address. */
  addresses: z.array(z.string()),
  createdAt: utcSecond,
  madeBy: z.string(),
  /** The user who made it is no longer an admin of the company. */
  hasMakerLeft: z.boolean(),
  /** null: it does not expire. */
  expiresAt: utcSecond.nullable(),
  isExpired: z.boolean(),
  /** Rounded to a minute; null, as is the address: never used. */
  lastUsedAt: utcSecond.nullable(),
  lastUsedAddress: z.string().nullable(),
});

const exampleKey = {
  id: 5,
  groupId: 3,
  name: 'Historian of the control room',
  prefix: 'wmk_7q2m9x4kd0ta',
  scopes: ['devices:read', 'runs:read'],
  addresses: ['192.0.2.0/24'],
  createdAt: '2026-03-18 00:06:51',
  madeBy: 'Dana Reyes',
  hasMakerLeft: false,
  expiresAt: '2027-03-18 00:00:00',
  isExpired: false,
  lastUsedAt: '2026-03-18 09:41:00',
  lastUsedAddress: '192.0.2.7',
} as const;

export const keysRoutes = {
  listKeys: defineRoute({
    method: 'GET',
    path: '/key',
    summary: 'The API keys of the company, the newest first, without their secrets; a superadmin gets those of all.',
    access: ADMINS,
    reply: z.array(apiKey),
    example: { reply: [{ ...exampleKey, scopes: [...exampleKey.scopes], addresses: [...exampleKey.addresses] }] },
  }),
  makeKey: defineRoute({
    method: 'POST',
    path: '/key',
    summary:
      'Makes an API key. The answer has the key, this once. Needs the password; a user of an external provider needs a sign-in of the last 10 minutes instead.',
    access: COMPANY_ADMIN,
    stepUp: 'second-factor',
    body: z.object({
      name: withPlainTexts(z.string().trim().min(1).max(MAX_KEY_NAME)),
      scopes,
      /** UTC; null or left out: it does not expire. */
      expiresAt: utcText.nullish(),
      addresses: z.array(keyAddress).max(MAX_KEY_ADDRESSES).default([]),
      currentPassword: z.string().max(1024).optional(),
    }),
    reply: apiKey.extend({ key: z.string() }),
    status: 201,
    problems: [
      'key-expiry-past',
      'too-many-keys',
      'current-password-wrong',
      'recent-sign-in-needed',
      'sign-in-throttled',
      'passwords-busy',
    ],
    example: {
      body: {
        name: exampleKey.name,
        scopes: [...exampleKey.scopes],
        expiresAt: exampleKey.expiresAt,
        addresses: [...exampleKey.addresses],
        currentPassword: 'Correct-horse-7',
      },
      reply: {
        ...exampleKey,
        scopes: [...exampleKey.scopes],
        addresses: [...exampleKey.addresses],
        lastUsedAt: null,
        lastUsedAddress: null,
        key: 'wmk_7q2m9x4kd0ta_dGhpcyBpcyBhbiBleGFtcGxlIGFuZCBubyBrZXkgYXQgYWw',
      },
    },
  }),
  revokeKey: defineRoute({
    method: 'DELETE',
    path: '/key/:id',
    summary: 'Revokes an API key: from now on no node accepts it, and its connections close.',
    access: ADMINS,
    stepUp: 'always',
    params: z.object({ id: z.coerce.number().pipe(id) }),
    reply: z.object({}),
    problems: ['key-not-found'],
    example: { params: { id: 5 }, reply: {} },
  }),
};
