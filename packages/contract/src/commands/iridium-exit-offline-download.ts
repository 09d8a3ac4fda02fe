import { defineCommand } from './command.ts';
import { none } from './fields.ts';

export const iridiumExitOfflineDownloadCommand = defineCommand({
  type: 'IridiumExitOfflineDownload',
  label: 'Exit Offline Download',
  summary: 'Ends the download of offline files over satellite.',
  parameters: none,
  example: {},
});
