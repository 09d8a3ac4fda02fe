import { computeFirmwareVersion } from '@waymark/device-protocol/firmware';
import type { Command } from '@waymark/device-protocol/mqtt/command';
import { REJECTION } from '@waymark/commands/answers';
import { findCommandFault } from '@waymark/commands/commands';
import { type CommandFault } from '@waymark/commands/faults';
import type { DeviceState } from './state.ts';

const REJECTION_OF: Readonly<Record<CommandFault, number>> = {
  'firmware-too-old': REJECTION.tooOldFirmware,
  'firmware-too-new': REJECTION.retired,
  'other-link': REJECTION.otherLink,
  'not-a-window': REJECTION.notAWindow,
  'window-too-long': REJECTION.windowTooLong,
};

/** The reason why the device rejects a command, as numbered in its acknowledgement; null: it executes it. */
export function findRejection({ profile }: DeviceState, command: Command, now: number): number | null {
  if (command.exp !== null && now > command.exp) return REJECTION.expired;
  const target = { firmwareVersion: computeFirmwareVersion(profile.firmware), isIridium: profile.link === 'iridium' };
  const fault = findCommandFault(command.type, command.params, target);
  return fault === null ? null : REJECTION_OF[fault];
}
