import { z } from 'zod';
import { asCompanyId } from '../ids.ts';
import { defineEvent } from '../event.ts';
import { currentUser } from '../routes/users.ts';

export const usersEvents = {
  ReceiveUserUpdate: defineEvent({
    name: 'ReceiveUserUpdate',
    summary: "The signed-in user's own record has changed, perhaps in another tab.",
    audience: 'user',
    delivery: 'latest',
    data: currentUser,
    example: {
      id: 7,
      name: 'Dana Reyes',
      email: 'dana.reyes@example.com',
      role: 'admin',
      phone: '9185550134',
      a2PMessagingOptInState: true,
    },
  }),
  ReceiveUserListUpdate: defineEvent({
    name: 'ReceiveUserListUpdate',
    summary: 'The users of a company have changed: read the list again.',
    audience: 'company',
    delivery: 'every',
    data: z.object({ groupId: asCompanyId(z.int().positive()) }),
    example: { groupId: 3 },
  }),
};
