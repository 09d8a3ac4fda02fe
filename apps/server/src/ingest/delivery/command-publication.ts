import { COMMANDS } from '@waymark/commands/commands';
import type { Command } from '@waymark/device-protocol/mqtt/command';
import { encodeDownlink } from '@waymark/device-protocol/mqtt/downlink';
import type { Publication } from '@waymark/device-protocol/mqtt/uplink';
import type { CommandRow } from '../../features/commands/commands.wire.ts';

function readCommand({ id, type, parameters, expires_at: expiresAt }: CommandRow): Command {
  // Type and parameters match, because the type's own schema parsed them.
  return {
    id,
    type,
    params: COMMANDS[type].parameters.parse(parameters),
    exp: expiresAt?.getTime() ?? null,
  } as Command;
}

/** Encodes a queued command for a connected device. */
export function writePublication(row: CommandRow): Publication {
  return encodeDownlink(row.uid, { name: 'cmd', body: readCommand(row) });
}
