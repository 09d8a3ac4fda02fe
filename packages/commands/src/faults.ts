import { inEnglish, markText, type Translate } from '@waymark/domain/language/translate';
import type { GateFault } from './gates.ts';
import type { WindowFault } from './windows.ts';

export type CommandFault = GateFault | WindowFault;

const WORDS: Readonly<Record<CommandFault, string>> = {
  'other-link': markText('The device does not take this command over its link.'),
  'firmware-too-old': markText('The firmware of the device is too old for this command.'),
  'firmware-too-new': markText('The firmware of the device no longer knows this command.'),
  'not-a-window': markText('A valid start and end date, with the start before the end, is required.'),
  'window-too-long': markText('The time range is too long for this device.'),
};

export function describeCommandFault(fault: CommandFault, t: Translate = inEnglish): string {
  return t(WORDS[fault]);
}
