import { z } from 'zod';
import { asUserId } from '../ids.ts';
import { utcSecond } from '../devices/fields.ts';
import { ADMINS, EVERYONE, REQUESTED_SCOPES } from '../roles.ts';
import { defineRoute } from '../route.ts';
import { exampleListed, listedPasskey, passkeyProof } from '../session/passkey.ts';

/** The console's own client id and the audience of its tokens at the built-in provider. */
export const CONSOLE_CLIENT_ID = 'waymark-console';
export const API_AUDIENCE = 'waymark-api';
/** The error with which an external sign-in comes back when a rule requires a second factor and it had none. */
export const SECOND_FACTOR_MISSING = 'second_factor_missing';
export const PASSWORD_CONNECTION = 'Username-Password-Authentication';

const text = (max: number) => z.string().max(max);

const passwordGrant = z.object({
  grant_type: z.literal('password'),
  username: text(254),
  password: text(1024),
  client_id: text(200),
  audience: text(200).optional(),
  scope: text(400).optional(),
  connection: text(200).optional(),
});
/** A session of the caller that has neither ended nor expired. */
const ownSession = z.object({
  id: z.uuid(),
  createdAt: utcSecond,
  /** Its sign-in or last renewal; a session in use is renewed every hour. */
  lastUsedAt: utcSecond,
  /** If it is not renewed. */
  expiresAt: utcSecond,
  /** The network address of its sign-in. */
  address: z.string().nullable(),
  /** Browser and system, as reported by the client. */
  userAgent: z.string(),
  /** The session of this call. */
  isCurrent: z.boolean(),
  /**
   * Opened by the company's own identity provider: to end sessions, such a user signs in again instead of entering a
   * password.
   */
  isExternal: z.boolean(),
});

/** The second step of a sign-in. */
const codeGrant = z.object({
  grant_type: z.literal('mfa-otp'),
  /** The `mfa_token` of the first step. It is good for five minutes, once. */
  mfa_token: text(200),
  /** Six digits of the authenticator app, or a recovery code. */
  otp: text(40),
  client_id: text(200).optional(),
});

/** The second step of a sign-in with a passkey: its answer to the challenge of `/oauth/passkey`. */
const passkeyGrant = z.object({
  grant_type: z.literal('mfa-passkey'),
  mfa_token: text(200),
  passkey: passkeyProof,
  client_id: text(200).optional(),
});

const refreshGrant = z.object({ grant_type: z.literal('refresh_token'), client_id: text(200).optional() });

export const sessionRoutes = {
  issueToken: defineRoute({
    method: 'POST',
    path: '/oauth/token',
    summary:
      'Signs in with email and password, and with a code or a passkey where the answer is mfa_required; or renews the session of the refresh cookie.',
    access: 'public',
    body: z.discriminatedUnion('grant_type', [passwordGrant, codeGrant, passkeyGrant, refreshGrant]),
    reply: z.object({
      access_token: z.string(),
      scope: z.string(),
      expires_in: z.int().positive(),
      token_type: z.literal('Bearer'),
    }),
    oauthErrors: true,
    problems: [
      'sign-in-refused',
      'sign-in-throttled',
      'passwords-busy',
      'second-factor-needed',
      'second-factor-wrong',
      'passkey-wrong',
      'passkeys-need-name',
      'sign-in-expired',
      'refresh-refused',
      'wrong-audience',
      'no-role',
      'foreign-origin',
    ],
    example: {
      body: {
        grant_type: 'password',
        username: 'dana.reyes@example.com',
        password: 'Correct-horse-7',
        client_id: CONSOLE_CLIENT_ID,
        audience: API_AUDIENCE,
        scope: REQUESTED_SCOPES,
        connection: PASSWORD_CONNECTION,
      },
      reply: {
        access_token: 'eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmF0dXJl',
        scope: 'openid profile email admin:company',
        expires_in: 3600,
        token_type: 'Bearer',
      },
    },
  }),
  signOut: defineRoute({
    method: 'POST',
    path: '/oauth/logout',
    summary: 'Ends the session of the refresh cookie, everywhere at once.',
    access: 'public',
    reply: z.object({}),
    problems: ['foreign-origin'],
    example: { reply: {} },
  }),
  userInfo: defineRoute({
    method: 'GET',
    path: '/userinfo',
    summary: 'The user of the access token.',
    access: EVERYONE,
    key: 'any',
    duringSetUp: true,
    reply: z.object({
      sub: z.string(),
      name: z.string(),
      email: z.string(),
      /** A rule requires two-step sign-in of this user, who has none: only the calls that set it up are open. */
      must_set_up_second_factor: z.literal(true).optional(),
    }),
    example: { reply: { sub: '7', name: 'Dana Reyes', email: 'dana.reyes@example.com' } },
  }),
  openStreamSession: defineRoute({
    method: 'POST',
    path: '/session',
    summary: 'Gives the cookie that lets this browser open the stream hub.',
    access: EVERYONE,
    reply: z.object({}),
    example: { reply: {} },
  }),
  requestPasswordLink: defineRoute({
    method: 'POST',
    path: '/dbconnections/change_password',
    summary: 'Mails a one-time link to set a new password; answers the same whether or not the account exists.',
    access: 'public',
    body: z.object({ client_id: text(200), email: text(254), connection: text(200) }),
    reply: z.string(),
    problems: ['validation-failed', 'too-many-requests'],
    example: {
      body: { client_id: CONSOLE_CLIENT_ID, email: 'dana.reyes@example.com', connection: PASSWORD_CONNECTION },
      reply: 'Please check your email for instructions',
    },
  }),
  setPasswordByLink: defineRoute({
    method: 'POST',
    path: '/dbconnections/set_password',
    summary: 'Sets a new password with the token of a mailed link, once.',
    access: 'public',
    body: z.object({ token: text(200), password: text(1024) }),
    reply: z.object({}),
    problems: ['link-invalid', 'password-invalid', 'sign-in-throttled', 'passwords-busy', 'too-many-requests'],
    example: { body: { token: 'q3hX0mC2vG6kq0sKcE1dUQ', password: 'Correct-horse-8' }, reply: {} },
  }),
  setOwnPassword: defineRoute({
    method: 'POST',
    path: '/user/setpassword',
    summary: "Changes the caller's password, which needs the current one, and ends the caller's other sessions.",
    access: EVERYONE,
    body: z.object({ currentPassword: text(1024), password: text(1024) }),
    reply: z.void(),
    problems: ['password-invalid', 'current-password-wrong', 'sign-in-throttled', 'external-user', 'passwords-busy'],
    example: { body: { currentPassword: 'Correct-horse-7', password: 'Correct-horse-8' }, reply: undefined },
  }),
  listOwnSessions: defineRoute({
    method: 'GET',
    path: '/user/sessions',
    summary: "The caller's sessions, the last used first; at most 100.",
    access: EVERYONE,
    reply: z.array(ownSession),
    example: {
      reply: [
        {
          id: '4dbe4b56-3d6f-4c29-8a3c-0a5b0e0a2f11',
          createdAt: '2026-03-18 00:06:51',
          lastUsedAt: '2026-03-18 09:41:57',
          expiresAt: '2026-04-01 09:41:57',
          address: '192.0.2.7',
          userAgent: 'Firefox 145 on Windows',
          isCurrent: true,
          isExternal: false,
        },
      ],
    },
  }),
  endOwnSessions: defineRoute({
    method: 'POST',
    path: '/user/sessions/end',
    summary:
      "Ends one of the caller's sessions, or all but that of this call. Needs the password; users of an external provider need a sign-in of the last 10 minutes instead, and their tokens name no session, so all end.",
    access: EVERYONE,
    body: z.object({
      currentPassword: text(1024).optional(),
      /** Without an id all other sessions end. */
      id: z.uuid().optional(),
    }),
    reply: z.object({}),
    problems: [
      'session-not-found',
      'current-password-wrong',
      'recent-sign-in-needed',
      'sign-in-throttled',
      'passwords-busy',
    ],
    example: {
      body: { currentPassword: 'Correct-horse-7', id: '4dbe4b56-3d6f-4c29-8a3c-0a5b0e0a2f11' },
      reply: {},
    },
  }),
  endSessionsOfUser: defineRoute({
    method: 'DELETE',
    path: '/user/:id/sessions',
    summary:
      'Ends all sessions of a user: an admin for the own company, a superadmin for everyone. Connections close at once.',
    access: ADMINS,
    params: z.object({ id: asUserId(z.coerce.number().int().positive()) }),
    reply: z.object({}),
    problems: ['user-not-found'],
    example: { params: { id: 7 }, reply: {} },
  }),
  readSecondFactor: defineRoute({
    method: 'GET',
    path: '/user/second-factor',
    summary: "Whether the caller's sign-ins ask for a second step, and by which ways it is taken.",
    access: EVERYONE,
    duringSetUp: true,
    reply: z.object({
      isOn: z.boolean(),
      /** Since when an authenticator app is in use; null: none is. */
      appSince: utcSecond.nullable(),
      passkeys: z.array(listedPasskey),
      /** Recovery codes that are not used yet. */
      recoveryCodes: z.int().min(0),
      /** A rule requires it: the last way cannot be removed. */
      isRequired: z.boolean(),
      /** The caller signs in at the company's own identity provider. */
      isExternal: z.boolean(),
    }),
    example: {
      reply: {
        isOn: true,
        appSince: '2026-03-18 00:06:51',
        passkeys: [exampleListed],
        recoveryCodes: 9,
        isRequired: false,
        isExternal: false,
      },
    },
  }),
  beginSecondFactor: defineRoute({
    method: 'POST',
    path: '/user/second-factor/begin',
    summary:
      "Makes a secret for the caller's authenticator app. Sign-ins ask for a code once a first one is confirmed.",
    access: EVERYONE,
    duringSetUp: true,
    stepUp: 'second-factor',
    body: z.object({ currentPassword: text(1024) }),
    reply: z.object({
      /** In base32, to type into the app. */
      secret: z.string(),
      /** The same as otpauth://…, to open in the app or to show as a picture. */
      address: z.string(),
    }),
    problems: [
      'second-factor-on',
      'external-user',
      'current-password-wrong',
      'recent-sign-in-needed',
      'sign-in-throttled',
      'passwords-busy',
    ],
    example: {
      body: { currentPassword: 'Correct-horse-7' },
      reply: {
        secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
        address: 'otpauth://totp/Waymark:dana.reyes%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      },
    },
  }),
  confirmSecondFactor: defineRoute({
    method: 'POST',
    path: '/user/second-factor/confirm',
    summary:
      'Puts the authenticator app in use with a first code. For the first second factor the answer has the recovery codes, this once; otherwise none.',
    access: EVERYONE,
    duringSetUp: true,
    body: z.object({ code: text(40) }),
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
    problems: ['second-factor-off', 'second-factor-wrong'],
    example: { body: { code: '492039' }, reply: { recoveryCodes: ['JBSW-Y3DP-EHPK-3PXP'] } },
  }),
  endSecondFactor: defineRoute({
    method: 'POST',
    path: '/user/second-factor/end',
    summary: 'Takes the authenticator app out of use, with the password and a code.',
    access: EVERYONE,
    body: z.object({ currentPassword: text(1024), code: text(40) }),
    reply: z.object({}),
    problems: [
      'second-factor-off',
      'second-factor-wrong',
      'last-second-factor',
      'current-password-wrong',
      'sign-in-throttled',
      'passwords-busy',
    ],
    example: { body: { currentPassword: 'Correct-horse-7', code: '492039' }, reply: {} },
  }),
  resetSecondFactor: defineRoute({
    method: 'POST',
    path: '/user/:id/second-factor/reset',
    summary:
      "Removes app, passkeys and recovery codes of a user who has lost them, and ends the user's sessions. Needs the caller's password.",
    access: ADMINS,
    stepUp: 'second-factor',
    params: z.object({ id: asUserId(z.coerce.number().int().positive()) }),
    body: z.object({ currentPassword: text(1024).optional() }),
    reply: z.object({}),
    problems: [
      'user-not-found',
      'second-factor-off',
      'own-second-factor',
      'current-password-wrong',
      'recent-sign-in-needed',
      'sign-in-throttled',
      'passwords-busy',
    ],
    example: { params: { id: 7 }, body: { currentPassword: 'Correct-horse-7' }, reply: {} },
  }),
  signingKeys: defineRoute({
    method: 'GET',
    path: '/.well-known/jwks.json',
    atRoot: true,
    summary: 'Public keys that verify access tokens.',
    access: 'public',
    reply: z.object({
      keys: z.array(
        z.object({
          kty: z.string(),
          crv: z.string(),
          x: z.string(),
          y: z.string(),
          kid: z.string(),
          alg: z.string(),
          use: z.string(),
        }),
      ),
    }),
    example: {
      reply: {
        keys: [
          {
            kty: 'EC',
            crv: 'P-256',
            x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
            y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
            kid: '1',
            alg: 'ES256',
            use: 'sig',
          },
        ],
      },
    },
  }),
  startExternalSignIn: defineRoute({
    method: 'GET',
    path: '/oidc/start',
    summary: "Sends the browser to the company's own identity provider (code with PKCE).",
    access: 'public',
    query: z.object({ state: text(200) }),
    status: 302,
    reply: z.string(),
    media: 'text/plain',
    problems: ['not-found', 'provider-failed'],
    example: { query: { state: 'kP4v' }, reply: '' },
  }),
  finishExternalSignIn: defineRoute({
    method: 'GET',
    path: '/oidc/callback',
    summary: 'Takes the answer of the external provider and returns the browser to /authenticated.',
    access: 'public',
    query: z.record(z.string(), z.string()),
    status: 302,
    reply: z.string(),
    media: 'text/plain',
    problems: ['not-found', 'sign-in-not-started', 'provider-failed'],
    example: { query: { code: 'SplxlOBeZQQYbYS6WxSbIA', state: 'kP4v' }, reply: '' },
  }),
};
