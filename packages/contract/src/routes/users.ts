import { z } from 'zod';
import { ADMINS, EVERYONE, ROLES, SUPERADMIN } from '../roles.ts';
import { defineRoute } from '../route.ts';

export const currentUser = z.object({
  id: z.int().positive(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  phone: z.string(),
  a2PMessagingOptInState: z.boolean(),
});

const listedUser = z.object({
  id: z.int().positive(),
  group: z.int().positive(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  role: z.enum(['viewer', 'admin']),
});

const group = z.object({ id: z.int().positive(), groupName: z.string() });

const optInFlag = z.union([z.boolean(), z.literal(0), z.literal(1)]).transform(Boolean);

const exampleUser = {
  id: 7,
  group: 3,
  name: 'Dana Reyes',
  email: 'dana.reyes@example.com',
  phone: '9185550134',
  role: 'admin',
} as const;

export const usersRoutes = {
  getCurrentUser: defineRoute({
    method: 'GET',
    path: '/pigrun/user/get-user',
    summary: 'The signed-in user with his text-message opt-in.',
    access: EVERYONE,
    reply: currentUser,
    example: {
      reply: {
        id: 7,
        name: 'Dana Reyes',
        email: 'dana.reyes@example.com',
        role: 'admin',
        phone: '9185550134',
        a2PMessagingOptInState: false,
      },
    },
  }),
  updateMessagingState: defineRoute({
    method: 'POST',
    path: '/pigrun/user/update-a2p-messaging-state',
    summary: 'Opts the signed-in user in to or out of text-message alerts.',
    access: EVERYONE,
    body: z
      .object({
        // The documents write the field in two ways; either is taken.
        a2pMessagingOptInState: optInFlag.optional(),
        a2PMessagingOptInState: optInFlag.optional(),
        phone: z.string().max(200),
      })
      .refine((body) => body.a2pMessagingOptInState !== undefined || body.a2PMessagingOptInState !== undefined, {
        message: 'a2pMessagingOptInState is missing',
      }),
    reply: z.object({}),
    problems: ['phone-invalid'],
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
    params: z.object({ groupId: z.coerce.number().int().positive() }),
    reply: z.array(listedUser),
    problems: ['not-found'],
    example: { params: { groupId: 3 }, reply: [exampleUser] },
  }),
};
