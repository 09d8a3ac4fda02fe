import { markText } from '@waymark/domain/language/translate';
import { defineProblems } from '../problem.ts';

export const reportsProblems = defineProblems({
  'logo-refused': { status: 400, title: markText('The logo is no JPEG picture, or has more than 2000 pixels a side.') },
  'report-not-possible': { status: 409, title: markText('There is no report of this run.') },
  'report-queue-full': {
    status: 429,
    title: markText('Your company has too many reports waiting. Try again in a moment.'),
  },
  'report-too-long': { status: 503, title: markText('The report took too long and was stopped.') },
  'report-invalid': { status: 400, title: markText('Invalid report parameter.') },
  'control-profile-not-found': { status: 404, title: markText('There is no such column profile.') },
  'control-profile-name-taken': { status: 409, title: markText('Your company has a column profile of this name.') },
  'too-many-control-profiles': { status: 409, title: markText('A company has at most 50 column profiles.') },
  'report-mail-not-found': { status: 404, title: markText('There is no such report by mail.') },
  'report-mail-recipient': {
    status: 400,
    title: markText('A recipient is not a user of your company, or may not see completed runs.'),
  },
  'too-many-report-mails': { status: 409, title: markText('A company has at most 20 reports by mail.') },
  'report-mail-just-sent': { status: 409, title: markText('This report was sent less than a minute ago.') },
  'calendar-feed-not-found': { status: 404, title: markText('There is no such calendar feed.') },
  'too-many-calendar-feeds': {
    status: 409,
    title: markText('You have 10 calendar feeds of this kind. Revoke one that is not used.'),
  },
  'download-invalid': { status: 400, title: markText('Nothing can be downloaded like this.') },
  'download-open': { status: 409, title: markText('One of the devices is in a download session that is still open.') },
  'download-firmware': { status: 409, title: markText('The firmware of a device is too old for this.') },
  'download-not-found': { status: 404, title: markText('There is no such download.') },
  'download-incomplete': { status: 409, title: markText('The device has not sent everything yet.') },
});
