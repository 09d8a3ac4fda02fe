import { markText } from '@waymark/domain/language/translate';
import { defineCommand } from '../definition.ts';
import { none } from '../fields.ts';
import { EVERY_FIRMWARE } from '../gates.ts';

export const factoryResetCommand = defineCommand({
  type: 'FactoryReset',
  label: markText('Factory Reset'),
  summary: 'Sets everything back to what the factory has set.',
  parameters: none,
  example: {},
  gate: { cellular: EVERY_FIRMWARE },
  danger: { text: 'It replaces every setting.' },
  harms: [{ text: markText('Factory Reset: the AGM restarts with the detectors of the factory.') }],
});
