import { z } from 'zod';
import { defineCommand } from './command.ts';
import { bit } from './fields.ts';

export const cellOfflineDownloadStateCommand = defineCommand({
  type: 'CellOfflineDownloadState',
  label: 'Offline Download',
  summary: 'Begins or ends the download of offline files over the cellular link.',
  parameters: z.object({ OfflineDownloadState: bit }),
  example: { OfflineDownloadState: 1 },
});
