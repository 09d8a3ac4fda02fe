import { markText } from '@waymark/domain/language/translate';
import { defineCommand } from '../definition.ts';
import { bit, detectors, exampleDetectors } from '../fields.ts';
import { EVERY_FIRMWARE, findFirmwareFault } from '../gates.ts';
import { DETECTORS_OFF } from '../run-harms.ts';
import { describeDetectors } from '../words.ts';

export const frequencySelectCommand = defineCommand({
  type: 'FrequencySelect',
  label: markText('Detectors'),
  summary: 'Sets frequency, sensitivity and state of the four detectors.',
  parameters: detectors.extend({ HighSpeedPulse: bit.optional() }),
  example: exampleDetectors,
  gate: { cellular: EVERY_FIRMWARE },
  findFault: ({ HighSpeedPulse: pulse }, { firmwareVersion }) =>
    pulse === undefined ? null : findFirmwareFault(firmwareVersion, { from: 2.6 }),
  limits: ['`HighSpeedPulse`: firmware from 2.6.'],
  describe: describeDetectors,
  harms: [DETECTORS_OFF],
  dialog: { place: 3 },
  notice: 'frequencySelect',
});
