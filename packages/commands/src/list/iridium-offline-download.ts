import { markText } from '@waymark/domain/language/translate';
import { defineCommand } from '../definition.ts';
import { exampleWindow, fileWindow } from '../fields.ts';
import { findWindowFault, MOST_SATELLITE_S } from '../windows.ts';
import { describeWindow } from '../words.ts';
import { EVERY_FIRMWARE } from '../gates.ts';

export const iridiumOfflineDownloadCommand = defineCommand({
  type: 'IridiumOfflineDownload',
  label: markText('Offline Download'),
  summary: 'Asks for the offline files of at most ten minutes over satellite.',
  parameters: fileWindow,
  example: exampleWindow,
  gate: { iridium: EVERY_FIRMWARE },
  findFault: ({ FileNamesStartDate: start, FileNamesEndDate: end }) =>
    findWindowFault(String(start), String(end), MOST_SATELLITE_S),
  limits: [`Dates of \`IridiumOfflineDownload\`: at most ${MOST_SATELLITE_S} s apart.`],
  describe: describeWindow,
});
