import { COMMANDS } from '@waymark/commands/commands';
import type { Command } from '@waymark/device-protocol/mqtt/command';
import { encodeDownlink } from '@waymark/device-protocol/mqtt/downlink';
import type { Publication } from '@waymark/device-protocol/mqtt/uplink';
import type { CommandRow } from '../../features/commands/commands.wire.ts';

function readCommand({ id, type, parameters, expires_at: expiresAt }: CommandRow): Command {
  // Type and parameters belong together because the type's own schema has read them.
  return {
    id,
    type,
    params: COMMANDS[type].parameters.parse(parameters),
    exp: expiresAt?.getTime() ?? null,
  } as Command;
}

/** A queued command as a device with a connection gets it. */
export function writePublication(row: CommandRow): Publication {
  return encodeDownlink(row.uid, { name: 'cmd', body: readCommand(row) });
}
