import { z } from 'zod';
import { asCompanyId } from '../ids.ts';
import { defineEvent } from '../event.ts';
import { currentUser, exampleCurrentUser } from '../routes/users.ts';

export const usersEvents = {
  ReceiveUserUpdate: defineEvent({
    name: 'ReceiveUserUpdate',
    summary: "The signed-in user's own record has changed, perhaps in another tab.",
    audience: 'user',
    delivery: 'latest',
    data: currentUser,
    example: { ...exampleCurrentUser, a2PMessagingOptInState: true },
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
