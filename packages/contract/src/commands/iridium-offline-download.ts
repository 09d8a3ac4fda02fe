import { defineCommand } from './command.ts';
import { exampleWindow, fileWindow } from './fields.ts';

export const iridiumOfflineDownloadCommand = defineCommand({
  type: 'IridiumOfflineDownload',
  label: 'Offline Download',
  summary: 'Asks for the offline files of at most ten minutes over satellite.',
  parameters: fileWindow,
  example: exampleWindow,
});
