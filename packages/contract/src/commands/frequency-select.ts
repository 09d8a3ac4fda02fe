import { defineCommand } from './command.ts';
import { bit, detectors, exampleDetectors } from './fields.ts';

export const frequencySelectCommand = defineCommand({
  type: 'FrequencySelect',
  label: 'Detectors',
  summary: 'Sets frequency, sensitivity and state of the four detectors.',
  parameters: detectors.extend({ HighSpeedPulse: bit.optional() }),
  example: exampleDetectors,
  notice: 'frequencySelect',
});
