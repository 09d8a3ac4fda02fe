import { z } from 'zod';
import { markText } from '@waymark/domain/language/translate';
import { defineCommand } from '../definition.ts';
import { bit } from '../fields.ts';
import { onOrOff } from '../words.ts';

export const cellOfflineDownloadStateCommand = defineCommand({
  type: 'CellOfflineDownloadState',
  label: markText('Offline Download'),
  summary: markText('Begins or ends the download of offline files over the cellular link.'),
  parameters: z.object({ OfflineDownloadState: bit }),
  example: { OfflineDownloadState: 1 },
  gate: { cellular: { above: 2.4 } },
  describe: ({ OfflineDownloadState: state }, t) => onOrOff(state, t),
});
