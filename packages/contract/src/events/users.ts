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
};
