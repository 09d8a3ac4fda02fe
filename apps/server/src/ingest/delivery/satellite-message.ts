import { COMMANDS } from '@waymark/commands/commands';
import { buildCommandDownlink } from '@waymark/device-protocol/iridium/command-downlink';
import { encodeIridiumDownlink } from '@waymark/device-protocol/iridium/downlink';
import type { Command } from '@waymark/device-protocol/mqtt/command';
import { fail, succeed, type Result } from '@waymark/domain/result';
import type { CommandRow } from '../../features/commands/commands.wire.ts';

const LAST_SEQ = 0xffff;

/** Encodes the command so that only a device with this key accepts it. */
export function writeSatelliteMessage(
  { id, type, parameters }: CommandRow,
  key: Uint8Array,
  now: number,
): Result<Uint8Array, string> {
  const params = COMMANDS[type].parameters.safeParse(parameters);
  if (!params.success) return fail('its parameters are not valid');
  const command = { id, type, params: params.data, exp: null } as Command;
  const built = buildCommandDownlink(command, id & LAST_SEQ, now);
  return built.ok ? succeed(encodeIridiumDownlink(built.value, key)) : fail(built.failure);
}
