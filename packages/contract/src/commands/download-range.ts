import { FILE_TYPES } from '@waymark/domain/command/disk-modes';
import { defineCommand } from './command.ts';
import { exampleWindow, fileWindow, placeIn } from './fields.ts';

export const downloadRangeCommand = defineCommand({
  type: 'DownloadRange',
  label: 'Download within Time Range',
  summary: 'Asks for the recorded passages, or the raw recording, of a time range.',
  parameters: fileWindow.extend({ FileType: placeIn(FILE_TYPES) }),
  example: { FileType: 1, ...exampleWindow },
});
