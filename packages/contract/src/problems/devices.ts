import { markText } from '@waymark/domain/language/translate';
import { defineProblems } from '../problem.ts';

export const devicesProblems = defineProblems({
  'device-not-found': { status: 404, title: markText('There is no such device.') },
  'uid-exists': { status: 409, title: markText('This UID exists already.') },
  'imei-exists': { status: 409, title: markText('Another device has this IMEI.') },
  'group-not-found': { status: 404, title: markText('There is no such company.') },
  'device-in-active-run': { status: 409, title: markText('This AGM watches an active run.') },
  'gateway-name-taken': { status: 409, title: markText('Another company has a relay of this name.') },
  'passage-not-found': { status: 404, title: markText('There is no such passage.') },
  'passage-not-verifiable': { status: 409, title: markText('This passage cannot be verified.') },
  'passage-time-refused': { status: 409, title: markText('The passage cannot have this time.') },
  'passage-changed': { status: 409, title: markText('Somebody else has changed this passage meanwhile.') },
  'devices-of-several-companies': { status: 400, title: markText('All devices of a relay belong to one company.') },
});
