import { markText } from '@waymark/domain/language/translate';
import { defineProblems } from '../problem.ts';

export const usersProblems = defineProblems({
  'phone-invalid': { status: 400, title: markText('Alerts by text message need a phone number of at most 50 digits.') },
  'phone-stopped': { status: 409, title: markText('This phone has sent STOP.') },
  'group-name-taken': { status: 409, title: markText('Another company has this name.') },
  'group-not-empty': { status: 409, title: markText('This company still has AGMs or users.') },
  'user-not-found': { status: 404, title: markText('There is no such user.') },
  'email-taken': { status: 409, title: markText('Error adding user - email address already in system') },
  'email-refused': {
    status: 409,
    title: markText('This email address cannot be used here now. Use another one, try again later, or ask support.'),
  },
  'user-changed': { status: 409, title: markText('Somebody has changed this user meanwhile. Look at it again.') },
  'own-user': { status: 409, title: markText('You cannot delete yourself.') },
  'own-password': {
    status: 409,
    title: markText('Change your own password in the user menu: that needs the current one.'),
  },
  'last-superadmin': { status: 409, title: markText('The last superadmin cannot be deleted.') },
});
