import { defineProblems } from '../problem.ts';

export const usersProblems = defineProblems({
  'phone-invalid': { status: 400, title: 'Alerts by text message need a phone number of at most 50 digits.' },
  'phone-stopped': { status: 409, title: 'This phone has sent STOP.' },
  'group-name-taken': { status: 409, title: 'Another company has this name.' },
  'group-not-empty': { status: 409, title: 'This company still has AGMs or users.' },
  'user-not-found': { status: 404, title: 'There is no such user.' },
  'email-taken': { status: 409, title: 'Error adding user - email address already in system' },
  'email-refused': {
    status: 409,
    title: 'This email address cannot be used here now. Use another one, try again later, or ask support.',
  },
  'user-changed': { status: 409, title: 'Somebody has changed this user meanwhile. Look at it again.' },
  'own-user': { status: 409, title: 'You cannot delete yourself.' },
  'own-password': { status: 409, title: 'Change your own password in the user menu: that needs the current one.' },
  'last-superadmin': { status: 409, title: 'The last superadmin cannot be deleted.' },
});
