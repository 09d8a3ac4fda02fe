import { markText } from '@waymark/domain/language/translate';
import { defineCommand } from '../definition.ts';
import { none } from '../fields.ts';

export const agmShutDownCommand = defineCommand({
  type: 'AGMShutDwn',
  label: markText('Shutdown AGM'),
  summary: markText('Switches the device off. Only somebody beside it can switch it on again.'),
  parameters: none,
  example: {},
  gate: { cellular: { above: 2.4 } },
  harms: [{ text: markText('Shutdown: no passage is detected until someone beside the AGM switches it on.') }],
  danger: { text: 'It switches the device off.' },
  dialog: { place: 11, isShownEarly: true, sendLabel: markText('Shut down'), isDestructive: true },
});
