import { defineCommand } from './command.ts';
import { exampleWindow, fileWindow, whole } from './fields.ts';

export const downloadRangeCommand = defineCommand({
  type: 'DownloadRange',
  label: 'Download within Time Range',
  summary: 'Asks for the recorded passages, or the raw recording, of a time range.',
  parameters: fileWindow.extend({ FileType: whole(0, 3) }),
  example: { FileType: 1, ...exampleWindow },
});
