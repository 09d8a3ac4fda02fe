import { markText } from '@waymark/domain/language/translate';
import { FORMAT_SD_CARD, SD_MODES } from '../disk-modes.ts';
import { z } from 'zod';
import { defineCommand, type Parameters } from '../definition.ts';
import { placeIn } from '../fields.ts';
import { EVERY_FIRMWARE, LEGACY, findFirmwareFault } from '../gates.ts';
import { pick, readNumber } from '../words.ts';

/** Whether the mode deletes what is on the card. */
function deletes(parameters: Parameters): boolean {
  const mode = readNumber(parameters, 'SdMode');
  return mode === FORMAT_SD_CARD || pick(SD_MODES, mode).startsWith('Delete');
}

export const sdModeCommand = defineCommand({
  type: 'SdMode',
  label: markText('Disk Commands'),
  summary: 'Deletes, downloads or formats what is on the SD card.',
  parameters: z.object({ SdMode: placeIn(SD_MODES) }),
  example: { SdMode: 3 },
  gate: { cellular: EVERY_FIRMWARE },
  findFault: ({ SdMode: mode }, { firmwareVersion }) =>
    mode === FORMAT_SD_CARD ? null : findFirmwareFault(firmwareVersion, LEGACY),
  limits: ['`SdMode` other than 3, Format SD card: firmware below 10.'],
  describe: (parameters, t) => t(pick(SD_MODES, readNumber(parameters, 'SdMode'))),
  harms: [
    {
      text: markText('Format or delete: what the AGM has recorded of the run is lost.'),
      applies: deletes,
    },
  ],
  danger: { text: 'Modes 0 to 3 delete recordings.', applies: deletes },
  dialog: { place: 9 },
});
