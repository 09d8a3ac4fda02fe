import { UNIT_SYSTEMS } from '@waymark/domain/units/system';
import { z } from 'zod';
import { id, utcMs, utcSecond } from '../devices/fields.ts';
import { asRunId } from '../ids.ts';
import { utcText } from '../paging.ts';
import { withPlainTexts } from '../plain-texts.ts';
import { ADMINS } from '../roles.ts';
import { defineRoute } from '../route.ts';
import { exampleShownRun, shownRun } from '../runs/shown-run.ts';

// Links that show one run to readers without an account (docs/decisions/0068).

export const MAX_SHARE_DAYS = 90;
export const MAX_SHARE_DELAY_MINUTES = 1440;
export const MAX_SHARE_NAME = 80;
export const SHARE_PASSWORD_LENGTHS = { from: 8, to: 100 } as const;

const runId = asRunId(z.coerce.number().pipe(id));

const share = z.object({
  id,
  runId: asRunId(id),
  /** For whom it is. */
  name: z.string(),
  createdAt: utcSecond,
  madeBy: z.string(),
  expiresAt: utcSecond,
  isExpired: z.boolean(),
  /** The page shows what was known this long ago. */
  delayMinutes: z.int().min(0).max(MAX_SHARE_DELAY_MINUTES),
  hidesPlaces: z.boolean(),
  hasPassword: z.boolean(),
  /** A visitor counts once an hour. */
  visits: z.int().min(0),
  lastVisitAt: utcSecond.nullable(),
});

const exampleShare = {
  id: 12,
  runId: 41,
  name: 'Refinery Tulsa',
  createdAt: '2026-03-18 00:06:51',
  madeBy: 'Dana Reyes',
  expiresAt: '2026-03-25 00:00:00',
  isExpired: false,
  delayMinutes: 0,
  hidesPlaces: false,
  hasPassword: false,
  visits: 3,
  lastVisitAt: '2026-03-18 09:41:07',
} as const;

const token = z.string().min(1).max(200);

export const sharesRoutes = {
  listShares: defineRoute({
    method: 'GET',
    path: '/share',
    summary: 'The links of a run, the newest first, without their tokens.',
    access: ADMINS,
    query: z.object({ runId }),
    reply: z.array(share),
    problems: ['run-not-found'],
    example: { query: { runId: 41 }, reply: [exampleShare] },
  }),
  makeShare: defineRoute({
    method: 'POST',
    path: '/share',
    summary: 'Makes a link that shows a run to everyone who has it. The answer has its token, this once.',
    access: ADMINS,
    body: z.object({
      runId: asRunId(id),
      name: withPlainTexts(z.string().trim().min(1).max(MAX_SHARE_NAME)),
      /** UTC, at most 90 days from now. */
      expiresAt: utcText,
      delayMinutes: z.int().min(0).max(MAX_SHARE_DELAY_MINUTES).default(0),
      hidesPlaces: z.boolean().default(false),
      /** null or left out: the link alone is enough. */
      password: z.string().min(SHARE_PASSWORD_LENGTHS.from).max(SHARE_PASSWORD_LENGTHS.to).nullish(),
    }),
    reply: share.extend({ token: z.string() }),
    status: 201,
    problems: ['run-not-found', 'share-expiry-refused', 'too-many-shares', 'passwords-busy'],
    example: {
      body: { runId: 41, name: exampleShare.name, expiresAt: exampleShare.expiresAt },
      reply: { ...exampleShare, visits: 0, lastVisitAt: null, token: 'dGhpcyBpcyBhbiBleGFtcGxlIGFuZCBubyB0b2tlbiE' },
    },
  }),
  revokeShare: defineRoute({
    method: 'DELETE',
    path: '/share/:id',
    summary: 'Revokes a link of a run; its pages show nothing more from their next reading on.',
    access: ADMINS,
    params: z.object({ id: z.coerce.number().pipe(id) }),
    reply: z.object({}),
    problems: ['share-not-found'],
    example: { params: { id: 12 }, reply: {} },
  }),
  readShare: defineRoute({
    method: 'POST',
    path: '/share/read',
    summary:
      'What a link shows: one run, without devices, people, notes and, if it hides them, coordinates. An unknown, expired or revoked link gets the same answer.',
    access: 'public',
    body: z.object({
      token,
      /** Of a link with a password: the password, or the `pass` of an earlier answer. */
      password: z.string().max(SHARE_PASSWORD_LENGTHS.to).optional(),
      pass: z.string().max(400).optional(),
    }),
    reply: z.object({
      /** The time that the page shows: now, or earlier by the delay. */
      now: utcMs,
      delayMinutes: z.int().min(0),
      expiresAt: utcMs,
      units: z.enum(UNIT_SYSTEMS),
      run: shownRun,
      /** Replaces the password for twelve hours; null: the link has none. */
      pass: z.string().nullable(),
    }),
    problems: [
      'share-not-found',
      'share-password-needed',
      'share-password-wrong',
      'sign-in-throttled',
      'passwords-busy',
    ],
    example: {
      body: { token: 'dGhpcyBpcyBhbiBleGFtcGxlIGFuZCBubyB0b2tlbiE' },
      reply: {
        now: Date.UTC(2026, 2, 18, 3),
        delayMinutes: 0,
        expiresAt: Date.UTC(2026, 2, 25),
        units: 'us',
        run: exampleShownRun,
        pass: null,
      },
    },
  }),
};
