import { ALERT_KINDS } from '@waymark/domain/alert/alert-kind';
import { UNIT_SYSTEMS } from '@waymark/domain/units/system';
import { z } from 'zod';
import { unitWords } from '../alerts/alert-row.ts';
import { id, latitude, longitude, uid, utcMs, utcSecond } from '../devices/fields.ts';
import { WALLBOARD } from '../key-scopes.ts';
import { utcText } from '../paging.ts';
import { withPlainTexts } from '../plain-texts.ts';
import { ADMINS, COMPANY_ADMIN } from '../roles.ts';
import { defineRoute } from '../route.ts';
import { exampleShownRun, shownRun } from '../runs/shown-run.ts';
import { MAX_KEY_NAME } from './keys.ts';

// Wallboards: screens of control rooms that show one company, signed in by a token (docs/decisions/0068).

/** The runs, alerts and devices that a board has at most. */
export const MOST_BOARD_RUNS = 40;
export const MOST_BOARD_ALERTS = 50;
export const MOST_BOARD_DEVICES = 2000;

const wallboard = z.object({
  id,
  /** The company. */
  groupId: id,
  /** Where it hangs. */
  name: z.string(),
  /** The start of the token, which identifies it and is no secret. */
  prefix: z.string(),
  createdAt: utcSecond,
  madeBy: z.string(),
  /** null: it does not expire. */
  expiresAt: utcSecond.nullable(),
  isExpired: z.boolean(),
  /** Rounded to a minute; null, as is the address: never used. */
  lastUsedAt: utcSecond.nullable(),
  lastUsedAddress: z.string().nullable(),
});

const exampleWallboard = {
  id: 6,
  groupId: 3,
  name: 'Control room, left screen',
  prefix: 'wmw_1c7d2m40kx9q',
  createdAt: '2026-03-18 00:06:51',
  madeBy: 'Dana Reyes',
  expiresAt: null,
  isExpired: false,
  lastUsedAt: '2026-03-18 09:41:00',
  lastUsedAddress: '192.0.2.9',
} as const;

const boardAlert = z.object({
  id,
  kind: z.enum(ALERT_KINDS),
  isAcknowledged: z.boolean(),
  /** The cause has ended. */
  hasEnded: z.boolean(),
  isSilenced: z.boolean(),
  runName: z.string().nullable(),
  pig: z.string().nullable(),
  markerName: z.string().nullable(),
  words: unitWords,
  translations: z.object({ es: unitWords, fr: unitWords }).nullable(),
  raisedAt: utcMs,
});

const boardDevice = z.object({
  uid,
  lat: latitude,
  lon: longitude,
  presence: z.enum(['online', 'asleep', 'offline']),
});

const boardLink = z.object({
  link: z.enum(['cellular', 'iridium']),
  devices: z.int().min(0),
  online: z.int().min(0),
  asleep: z.int().min(0),
  /** The newest heartbeat over this link; null: none. */
  heardAt: utcMs.nullable(),
});

export const wallboardsRoutes = {
  listWallboards: defineRoute({
    method: 'GET',
    path: '/wallboard',
    summary: 'The wallboards of the company, the newest first, without their tokens; a superadmin gets those of all.',
    access: ADMINS,
    reply: z.array(wallboard),
    example: { reply: [exampleWallboard] },
  }),
  makeWallboard: defineRoute({
    method: 'POST',
    path: '/wallboard',
    summary:
      'Makes a wallboard. The answer has its token, this once. Needs the password; a user of an external provider needs a sign-in of the last 10 minutes instead.',
    access: COMPANY_ADMIN,
    body: z.object({
      name: withPlainTexts(z.string().trim().min(1).max(MAX_KEY_NAME)),
      /** UTC; null or left out: it does not expire. */
      expiresAt: utcText.nullish(),
      currentPassword: z.string().max(1024).optional(),
    }),
    reply: wallboard.extend({ token: z.string() }),
    status: 201,
    problems: [
      'key-expiry-past',
      'too-many-wallboards',
      'current-password-wrong',
      'recent-sign-in-needed',
      'sign-in-throttled',
      'passwords-busy',
    ],
    example: {
      body: { name: exampleWallboard.name, currentPassword: 'Correct-horse-7' },
      reply: {
        ...exampleWallboard,
        lastUsedAt: null,
        lastUsedAddress: null,
        token: 'wmw_1c7d2m40kx9q_dGhpcyBpcyBhbiBleGFtcGxlIGFuZCBubyBrZXkgYXQgYWw',
      },
    },
  }),
  revokeWallboard: defineRoute({
    method: 'DELETE',
    path: '/wallboard/:id',
    summary: 'Revokes a wallboard: from now on no node accepts its token, and its connections close.',
    access: ADMINS,
    params: z.object({ id: z.coerce.number().pipe(id) }),
    reply: z.object({}),
    problems: ['wallboard-not-found'],
    example: { params: { id: 6 }, reply: {} },
  }),
  readBoard: defineRoute({
    method: 'GET',
    path: '/wallboard/board',
    summary:
      'What a wallboard shows: active runs, open alerts, devices and links of its company, without people, phone numbers and e-mails. The only route that the token of a wallboard opens.',
    access: COMPANY_ADMIN,
    key: WALLBOARD,
    reply: z.object({
      now: utcMs,
      company: z.string(),
      units: z.enum(UNIT_SYSTEMS),
      /** The gravest state first, at most 40. */
      runs: z.array(shownRun.extend({ runId: id })),
      runCount: z.int().min(0),
      /** Not closed, those that wait for a user first, at most 50. */
      alerts: z.array(boardAlert),
      alertCount: z.int().min(0),
      /** Those with a known place, at most 2,000. */
      devices: z.array(boardDevice),
      links: z.array(boardLink),
      /** Nodes of the server that have lost their MQTT broker. */
      nodesWithoutBroker: z.array(z.string()),
    }),
    example: {
      reply: {
        now: Date.UTC(2026, 2, 18, 3),
        company: 'Demo Pipelines',
        units: 'us',
        runs: [{ ...exampleShownRun, runId: 41 }],
        runCount: 1,
        alerts: [
          {
            id: 907,
            kind: 'pig-stopped',
            isAcknowledged: false,
            hasEnded: false,
            isSilenced: false,
            runName: 'North line',
            pig: 'CLN-16-02',
            markerName: null,
            words: { us: 'Nothing heard at AGM 04.', metric: 'Nothing heard at AGM 04.' },
            translations: null,
            raisedAt: Date.UTC(2026, 2, 18, 2, 58),
          },
        ],
        alertCount: 1,
        devices: [{ uid: 100_234, lat: 36.1301, lon: -96.0302, presence: 'online' }],
        links: [{ link: 'cellular', devices: 12, online: 9, asleep: 2, heardAt: Date.UTC(2026, 2, 18, 2, 59) }],
        nodesWithoutBroker: [],
      },
    },
  }),
};
