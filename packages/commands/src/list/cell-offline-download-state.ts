import { z } from 'zod';
import { defineCommand } from '../definition.ts';
import { bit } from '../fields.ts';
import { onOrOff } from '../words.ts';

export const cellOfflineDownloadStateCommand = defineCommand({
  type: 'CellOfflineDownloadState',
  label: 'Offline Download',
  summary: 'Begins or ends the download of offline files over the cellular link.',
  parameters: z.object({ OfflineDownloadState: bit }),
  example: { OfflineDownloadState: 1 },
  gate: { cellular: { above: 2.4 } },
  describe: ({ OfflineDownloadState: state }) => onOrOff(state),
});
