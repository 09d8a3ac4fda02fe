import { markText } from '@waymark/domain/language/translate';
import { FILE_TYPES, listFileTypes } from '../disk-modes.ts';
import { defineCommand, type Parameters } from '../definition.ts';
import { exampleWindow, fileWindow, placeIn } from '../fields.ts';
import { describeWindow, pick, readNumber } from '../words.ts';
import type { CommandFault } from '../faults.ts';
import { findFirmwareFault, LEGACY, type CommandTarget } from '../gates.ts';
import { findWindowFault, MOST_RAW_S, RAW_FILES } from '../windows.ts';

function findRangeFault(parameters: Parameters, target: CommandTarget): CommandFault | null {
  const { FileType: type, FileNamesStartDate: start, FileNamesEndDate: end } = parameters;
  if (!listFileTypes(target).some((known) => known === type)) return 'firmware-too-old';
  // Below 10 only the order of the dates is checked.
  const isLimited = type === RAW_FILES && findFirmwareFault(target.firmwareVersion, LEGACY) !== null;
  return findWindowFault(String(start), String(end), isLimited ? MOST_RAW_S : null);
}

export const downloadRangeCommand = defineCommand({
  type: 'DownloadRange',
  label: markText('Download within Time Range'),
  summary: 'Asks for the recorded passages, or the raw recording, of a time range.',
  parameters: fileWindow.extend({ FileType: placeIn(FILE_TYPES) }),
  example: { FileType: 1, ...exampleWindow },
  gate: { cellular: { above: 2.4 } },
  findFault: findRangeFault,
  limits: [
    `\`FileType\` 3, Raw: firmware below 10 or from 10.71; there the time range is at most ${MOST_RAW_S} s.`,
    'Dates: the start before the end.',
  ],
  describe: (parameters, t) =>
    `${t(pick(FILE_TYPES, readNumber(parameters, 'FileType')))}, ${describeWindow(parameters, t)}`,
  dialog: { place: 13, isShownEarly: true },
});
