import { defineProblems } from '../problem.ts';

export const reportsProblems = defineProblems({
  'logo-refused': { status: 400, title: 'The logo is no JPEG picture, or has more than 2000 pixels a side.' },
  'report-not-possible': { status: 409, title: 'There is no report of this run.' },
  'report-queue-full': { status: 429, title: 'Your company has too many reports waiting. Try again in a moment.' },
  'report-too-long': { status: 503, title: 'The report took too long and was stopped.' },
  'report-invalid': { status: 400, title: 'Invalid report parameter.' },
  'download-invalid': { status: 400, title: 'Nothing can be downloaded like this.' },
  'download-open': { status: 409, title: 'One of the devices is in a download session that is still open.' },
  'download-firmware': { status: 409, title: 'The firmware of a device is too old for this.' },
  'download-not-found': { status: 404, title: 'There is no such download.' },
  'download-incomplete': { status: 409, title: 'The device has not sent everything yet.' },
});
