import { markText } from '@waymark/domain/language/translate';
import { defineCommand } from '../definition.ts';
import { none } from '../fields.ts';
import { EVERY_FIRMWARE } from '../gates.ts';

export const iridiumExitOfflineDownloadCommand = defineCommand({
  type: 'IridiumExitOfflineDownload',
  label: markText('Exit Offline Download'),
  summary: markText('Ends the download of offline files over satellite.'),
  parameters: none,
  example: {},
  gate: { iridium: EVERY_FIRMWARE },
});
