import type { GateFault } from './gates.ts';
import type { WindowFault } from './windows.ts';

export type CommandFault = GateFault | WindowFault;

const WORDS: Readonly<Record<CommandFault, string>> = {
  'other-link': 'The device does not take this command over its link.',
  'firmware-too-old': 'The firmware of the device is too old for this command.',
  'firmware-too-new': 'The firmware of the device no longer knows this command.',
  'not-a-window': 'A valid start and end date, with the start before the end, is required.',
  'window-too-long': 'The time range is too long for this device.',
};

export function describeCommandFault(fault: CommandFault): string {
  return WORDS[fault];
}
