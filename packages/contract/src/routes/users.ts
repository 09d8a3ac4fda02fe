import { checkUserEmail, checkUserName, checkUserPhone, USER_TEXTS } from '@waymark/domain/account/user';
import { DEFAULT_LANGUAGE, LANGUAGES } from '@waymark/domain/language/language';
import { DEFAULT_TIMES, TIMES_CHOICES } from '@waymark/domain/time/times-choice';
import { DEFAULT_UNITS, UNIT_SYSTEMS } from '@waymark/domain/units/system';
import { z } from 'zod';
import { asCompanyId } from '../ids.ts';
import { ADMINS, COMPANY_ADMIN, EVERYONE, ROLES, SUPERADMIN } from '../roles.ts';
import { defineRoute } from '../route.ts';
import { timeZone } from '../runs/pig-path.ts';

const unitSystem = z.enum(UNIT_SYSTEMS);
const language = z.enum(LANGUAGES);

export const currentUser = z.object({
  id: z.int().positive(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  phone: z.string(),
  /** Also false while the phone is stopped. */
  a2PMessagingOptInState: z.boolean(),
  /** The phone has sent STOP: it receives nothing until it texts START to this number. null: the number is unknown. */
  stoppedPhone: z.object({ textStartTo: z.string().nullable() }).optional(),
  /** Units of distances, speeds, altitudes and diameters; null: those of the company. */
  units: unitSystem.nullable(),
  companyUnits: unitSystem,
  /** The language of screens and messages; null: that of the company. */
  language: language.nullable(),
  companyLanguage: language,
  /** The zone of times on screens, in messages and in reports: UTC, the user's own, or that of the line. */
  times: z.enum(TIMES_CHOICES),
  /** The zone of the user's browser; null: not known. */
  timeZone: timeZone.nullable(),
});

export const exampleCurrentUser = {
  id: 7,
  name: 'Dana Reyes',
  email: 'dana.reyes@example.com',
  role: 'admin',
  phone: '9185550134',
  a2PMessagingOptInState: false,
  units: null,
  companyUnits: DEFAULT_UNITS,
  language: null,
  companyLanguage: DEFAULT_LANGUAGE,
  times: DEFAULT_TIMES,
  timeZone: 'America/Chicago',
} as const;

/** Sent by clients for a row without a number; the same as none. */
export const NEW_ID = -1;
/** Sent by clients as the company of a new user. */
export const NEW_USER_GROUP = -99;

const companyRole = z.enum(['viewer', 'admin'], { error: USER_TEXTS.role });

const staffUser = z.object({
  id: z.int().positive(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** Incremented by each change; sent back, it detects that another editor has saved meanwhile. */
  revision: z.int().positive(),
});

const listedUser = staffUser.extend({ group: z.int().positive(), role: companyRole });

const group = z.object({ id: z.int().positive(), groupName: z.string() });

function textThat(check: (text: string) => string | null) {
  return z
    .string()
    .trim()
    .superRefine((text, context) => {
      const refusal = check(text);
      if (refusal !== null) context.addIssue({ code: 'custom', message: refusal });
    });
}

/** Absent, null or -1: a new row. */
const upsertId = z.int().nullish();

// Omitted fields of a known user stay unchanged; a new user needs all but the password.
const sentStaff = z.object({
  id: upsertId,
  name: textThat(checkUserName).optional(),
  email: textThat(checkUserEmail).optional(),
  phone: textThat(checkUserPhone).optional(),
  revision: z.int().nullish(),
});
const sentUser = sentStaff.extend({ group: z.int().nullish(), role: companyRole.optional() });

const idParams = z.object({ id: z.coerce.number().int() });

const optInFlag = z.union([z.boolean(), z.literal(0), z.literal(1)]).transform(Boolean);

const exampleUser = {
  id: 7,
  group: 3,
  name: 'Dana Reyes',
  email: 'dana.reyes@example.com',
  phone: '9185550134',
  role: 'admin',
  revision: 1,
} as const;

const { group: _none, role: _superadmin, ...exampleStaff } = exampleUser;

const SAVE_PROBLEMS = ['user-not-found', 'email-taken', 'user-changed'] as const;
/** The caller's own e-mail changes only with the current password. */
const ownEmail = { currentPassword: z.string().max(1024).optional() };
const OWN_EMAIL_PROBLEMS = [
  'current-password-wrong',
  'recent-sign-in-needed',
  'sign-in-throttled',
  'passwords-busy',
] as const;

export const usersRoutes = {
  getCurrentUser: defineRoute({
    method: 'GET',
    path: '/pigrun/user/get-user',
    summary: 'The signed-in user with the opt-in for text messages.',
    access: EVERYONE,
    reply: currentUser,
    example: { reply: exampleCurrentUser },
  }),
  saveUnits: defineRoute({
    method: 'POST',
    path: '/pigrun/user/units',
    summary:
      'Chooses the units of the signed-in user, on screens and in messages and reports; null: those of the company.',
    access: EVERYONE,
    body: z.object({ units: unitSystem.nullable() }),
    reply: currentUser,
    example: { body: { units: 'metric' }, reply: { ...exampleCurrentUser, units: 'metric' } },
  }),
  saveTimes: defineRoute({
    method: 'POST',
    path: '/pigrun/user/times',
    summary:
      'Chooses the zone in which the signed-in user reads times, and notes that of their browser; what is absent stays unchanged.',
    access: EVERYONE,
    body: z.object({ times: z.enum(TIMES_CHOICES).optional(), timeZone: timeZone.optional() }),
    reply: currentUser,
    example: {
      body: { times: 'line', timeZone: 'America/Chicago' },
      reply: { ...exampleCurrentUser, times: 'line' },
    },
  }),
  saveCompanyUnits: defineRoute({
    method: 'POST',
    path: '/company/units',
    summary: 'Chooses the units of all users of the company who have not chosen their own.',
    access: COMPANY_ADMIN,
    body: z.object({ units: unitSystem }),
    reply: currentUser,
    example: { body: { units: 'metric' }, reply: { ...exampleCurrentUser, companyUnits: 'metric' } },
  }),
  saveLanguage: defineRoute({
    method: 'POST',
    path: '/pigrun/user/language',
    summary: 'Chooses the language of the signed-in user, on screens and in messages; null: that of the company.',
    access: EVERYONE,
    body: z.object({ language: language.nullable() }),
    reply: currentUser,
    example: { body: { language: 'es' }, reply: { ...exampleCurrentUser, language: 'es' } },
  }),
  saveCompanyLanguage: defineRoute({
    method: 'POST',
    path: '/company/language',
    summary: 'Chooses the language of all users of the company who have not chosen their own.',
    access: COMPANY_ADMIN,
    body: z.object({ language }),
    reply: currentUser,
    example: { body: { language: 'fr' }, reply: { ...exampleCurrentUser, companyLanguage: 'fr' } },
  }),
  updateMessagingState: defineRoute({
    method: 'POST',
    path: '/pigrun/user/update-a2p-messaging-state',
    summary:
      'Opts the signed-in user in to or out of text-message alerts. A phone that has sent STOP cannot be opted in: it texts START.',
    access: EVERYONE,
    body: z
      .object({
        // The documents spell the field in two ways; both are accepted.
        a2pMessagingOptInState: optInFlag.optional(),
        a2PMessagingOptInState: optInFlag.optional(),
        phone: z.string().max(200),
      })
      .refine((body) => body.a2pMessagingOptInState !== undefined || body.a2PMessagingOptInState !== undefined, {
        message: 'a2pMessagingOptInState is missing',
      }),
    reply: z.object({}),
    problems: ['phone-invalid', 'phone-stopped'],
    example: { body: { a2pMessagingOptInState: true, phone: '9185550134' }, reply: {} },
  }),
  listCompanyUsers: defineRoute({
    method: 'GET',
    path: '/user',
    summary: "The users of the caller's company (all companies for the superadmin).",
    access: ADMINS,
    reply: z.array(listedUser),
    example: { reply: [exampleUser] },
  }),
  listGroups: defineRoute({
    method: 'GET',
    path: '/admin/group',
    summary: 'All companies.',
    access: SUPERADMIN,
    reply: z.array(group),
    example: { reply: [{ id: 3, groupName: 'Demo Pipelines' }] },
  }),
  listGroupUsers: defineRoute({
    method: 'GET',
    path: '/admin/user/:groupId',
    summary: 'The users of one company.',
    access: SUPERADMIN,
    params: z.object({ groupId: asCompanyId(z.coerce.number().int().positive()) }),
    reply: z.array(listedUser),
    problems: ['not-found'],
    example: { params: { groupId: 3 }, reply: [exampleUser] },
  }),
  saveLocalUser: defineRoute({
    method: 'POST',
    path: '/user',
    summary: "Adds a user to the caller's company, or changes one. Without a password a new user gets a link by mail.",
    access: COMPANY_ADMIN,
    body: sentUser.extend({
      /** Empty: none. */
      password: z.string().max(1024).optional(),
      ...ownEmail,
    }),
    reply: listedUser,
    problems: [
      ...SAVE_PROBLEMS,
      ...OWN_EMAIL_PROBLEMS,
      'email-refused',
      'password-invalid',
      'external-user',
      'own-password',
    ],
    example: {
      body: {
        id: -1,
        group: -99,
        name: 'Dana Reyes',
        email: 'dana.reyes@example.com',
        phone: '9185550134',
        role: 'admin',
      },
      reply: exampleUser,
    },
  }),
  removeLocalUser: defineRoute({
    method: 'DELETE',
    path: '/user/:id',
    summary: "Deletes a user of the caller's company and ends the user's sessions and connections.",
    access: COMPANY_ADMIN,
    params: idParams,
    reply: z.object({}),
    problems: ['user-not-found', 'own-user'],
    example: { params: { id: 7 }, reply: {} },
  }),
  saveGroupUser: defineRoute({
    method: 'POST',
    path: '/admin/user',
    summary:
      'Adds a user to a company, or changes one; with another company, moves the user. A new user gets a link by mail.',
    access: SUPERADMIN,
    body: sentUser,
    reply: listedUser,
    problems: [...SAVE_PROBLEMS, 'group-not-found'],
    example: {
      body: {
        id: 7,
        group: 3,
        name: 'Dana Reyes',
        email: 'dana.reyes@example.com',
        phone: '9185550134',
        role: 'admin',
      },
      reply: exampleUser,
    },
  }),
  removeUser: defineRoute({
    method: 'DELETE',
    path: '/admin/user/:id',
    summary: "Deletes a user or a superadmin and ends the user's sessions and connections.",
    access: SUPERADMIN,
    params: idParams,
    reply: z.object({}),
    problems: ['user-not-found', 'own-user', 'last-superadmin'],
    example: { params: { id: 7 }, reply: {} },
  }),
  listStaff: defineRoute({
    method: 'GET',
    path: '/admin/staff',
    summary: 'The superadmins, who belong to no company.',
    access: SUPERADMIN,
    reply: z.array(staffUser),
    example: { reply: [exampleStaff] },
  }),
  saveStaff: defineRoute({
    method: 'POST',
    path: '/admin/staff',
    summary: 'Adds a superadmin, who gets a link by mail, or changes one.',
    access: SUPERADMIN,
    body: sentStaff.extend(ownEmail),
    reply: staffUser,
    problems: [...SAVE_PROBLEMS, ...OWN_EMAIL_PROBLEMS],
    example: {
      body: { name: 'Dana Reyes', email: 'dana.reyes@example.com', phone: '9185550134' },
      reply: exampleStaff,
    },
  }),
  saveGroup: defineRoute({
    method: 'POST',
    path: '/admin/group',
    summary: 'Adds a company, or renames one.',
    access: SUPERADMIN,
    body: z.object({ id: upsertId, groupName: textThat(checkUserName) }),
    reply: group,
    problems: ['group-not-found', 'group-name-taken'],
    example: { body: { id: -1, groupName: 'Demo Pipelines' }, reply: { id: 3, groupName: 'Demo Pipelines' } },
  }),
  removeGroup: defineRoute({
    method: 'DELETE',
    path: '/admin/group/:id',
    summary: 'Deletes a company that has neither AGMs nor users.',
    access: SUPERADMIN,
    params: idParams,
    reply: z.object({}),
    problems: ['group-not-found', 'group-not-empty'],
    example: { params: { id: 3 }, reply: {} },
  }),
};
