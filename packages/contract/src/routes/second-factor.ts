import { MAX_PASSKEY_NAME, SECOND_FACTOR_RULES } from '@waymark/domain/account/second-factor';
import { z } from 'zod';
import { id } from '../devices/fields.ts';
import { withPlainTexts } from '../plain-texts.ts';
import { COMPANY_ADMIN, EVERYONE } from '../roles.ts';
import { defineRoute } from '../route.ts';
import {
  exampleCreation,
  exampleListed,
  exampleNewPasskey,
  exampleProof,
  exampleRequest,
  listedPasskey,
  newPasskey,
  passkeyCreation,
  passkeyProof,
  passkeyRequest,
} from '../session/passkey.ts';

const text = (max: number) => z.string().max(max);
const recoveryCodes = z.array(z.string());
const confirming = ['current-password-wrong', 'sign-in-throttled', 'passwords-busy'] as const;

const rule = z.enum(SECOND_FACTOR_RULES);
const companyRule = z.object({
  rule,
  /** Users of the company without a second factor here, whom each rule would sign out. */
  without: z.object({ admins: z.int().min(0), everyone: z.int().min(0) }),
});

export const secondFactorRoutes = {
  requestPasskey: defineRoute({
    method: 'POST',
    path: '/oauth/passkey',
    summary: 'Gives the challenge with which a passkey answers the second step of a sign-in; good once, five minutes.',
    access: 'public',
    body: z.object({ mfa_token: text(200) }),
    reply: passkeyRequest,
    oauthErrors: true,
    problems: ['sign-in-expired', 'no-passkey', 'passkeys-need-name', 'foreign-origin'],
    example: { body: { mfa_token: 'q3hX0mC2vG6kq0sKcE1dUQ' }, reply: exampleRequest },
  }),
  beginPasskey: defineRoute({
    method: 'POST',
    path: '/user/passkeys/begin',
    summary: 'Gives the challenge with which the browser makes a passkey; good once, five minutes.',
    access: EVERYONE,
    duringSetUp: true,
    stepUp: 'second-factor',
    body: z.object({ currentPassword: text(1024) }),
    reply: passkeyCreation,
    problems: ['external-user', 'too-many-passkeys', 'passkeys-need-name', 'foreign-origin', ...confirming],
    example: { body: { currentPassword: 'Correct-horse-7' }, reply: exampleCreation },
  }),
  addPasskey: defineRoute({
    method: 'POST',
    path: '/user/passkeys',
    summary:
      'Adds a passkey of the caller. For the first second factor the answer has the recovery codes, this once; otherwise none.',
    access: EVERYONE,
    duringSetUp: true,
    body: z.object({
      name: withPlainTexts(z.string().trim().min(1).max(MAX_PASSKEY_NAME)),
      passkey: newPasskey,
    }),
    reply: z.object({ passkey: listedPasskey, recoveryCodes }),
    status: 201,
    problems: ['passkey-refused', 'too-many-passkeys', 'passkeys-need-name', 'foreign-origin'],
    example: {
      body: { name: exampleListed.name, passkey: exampleNewPasskey },
      reply: { passkey: exampleListed, recoveryCodes: ['JBSW-Y3DP-EHPK-3PXP'] },
    },
  }),
  removePasskey: defineRoute({
    method: 'POST',
    path: '/user/passkeys/:id/remove',
    summary: 'Removes a passkey of the caller, with the password.',
    access: EVERYONE,
    stepUp: 'always',
    params: z.object({ id: z.coerce.number().pipe(id) }),
    body: z.object({ currentPassword: text(1024) }),
    reply: z.object({}),
    problems: ['passkey-not-found', 'last-second-factor', ...confirming],
    example: { params: { id: 4 }, body: { currentPassword: 'Correct-horse-7' }, reply: {} },
  }),
  renewRecoveryCodes: defineRoute({
    method: 'POST',
    path: '/user/second-factor/recovery-codes',
    summary: 'Replaces the recovery codes of the caller. The answer has them, this once.',
    access: EVERYONE,
    stepUp: 'always',
    reply: z.object({ recoveryCodes }),
    problems: ['second-factor-off'],
    example: { reply: { recoveryCodes: ['JBSW-Y3DP-EHPK-3PXP'] } },
  }),
  requestStepUp: defineRoute({
    method: 'POST',
    path: '/user/step-up/passkey',
    summary: 'Gives the challenge with which a passkey confirms the caller; good once, five minutes.',
    access: EVERYONE,
    reply: passkeyRequest,
    problems: ['no-passkey', 'passkeys-need-name', 'foreign-origin'],
    example: { reply: exampleRequest },
  }),
  stepUp: defineRoute({
    method: 'POST',
    path: '/user/step-up',
    summary:
      'Confirms that the caller is at the console, for ten minutes of this session: with a code or a passkey, or with the password where the user has no second factor.',
    access: EVERYONE,
    body: z.union([
      z.object({ code: text(40) }).strict(),
      z.object({ passkey: passkeyProof }).strict(),
      z.object({ currentPassword: text(1024) }).strict(),
    ]),
    reply: z.object({}),
    problems: ['second-factor-wrong', 'passkey-wrong', 'passkeys-need-name', 'recent-sign-in-needed', ...confirming],
    example: { body: { passkey: exampleProof }, reply: {} },
  }),
  readCompanyRule: defineRoute({
    method: 'GET',
    path: '/company/second-factor',
    summary: 'Whom the company requires two-step sign-in of, and how many users have none yet.',
    access: COMPANY_ADMIN,
    reply: companyRule,
    example: { reply: { rule: 'admins', without: { admins: 0, everyone: 3 } } },
  }),
  saveCompanyRule: defineRoute({
    method: 'POST',
    path: '/company/second-factor',
    summary:
      'Requires two-step sign-in of no user, of the admins or of every user of the company. Ends the sessions of those it covers who have none; at the next sign-in they set one up.',
    access: COMPANY_ADMIN,
    stepUp: 'always',
    body: z.object({ rule }),
    reply: companyRule,
    problems: ['second-factor-first'],
    example: { body: { rule: 'everyone' }, reply: { rule: 'everyone', without: { admins: 0, everyone: 3 } } },
  }),
};
