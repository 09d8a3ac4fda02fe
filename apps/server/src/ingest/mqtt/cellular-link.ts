import { COMMANDS } from '@waymark/commands/commands';
import type { Command as DeviceCommand } from '@waymark/device-protocol/mqtt/command';
import { encodeDownlink } from '@waymark/device-protocol/mqtt/downlink';
import type { CellularLink, Command } from '../../features/commands/commands.api.ts';
import type { MqttGateway } from './gateway.ts';

function toDeviceCommand({ id, type, parameters, expiresAt: exp }: Command): DeviceCommand {
  // Type and parameters match, because the type's own schema parsed them.
  return { id, type, params: COMMANDS[type].parameters.parse(parameters), exp } as DeviceCommand;
}

/** The delivery's link to connected devices over MQTT. */
export function createCellularLink(
  gateway: Pick<MqttGateway, 'publish' | 'isConnected' | 'hearsCommands'>,
): CellularLink {
  return {
    get isConnected() {
      return gateway.isConnected;
    },
    reaches: (uid) => gateway.hearsCommands(uid),
    sendCommand: async (command) =>
      gateway.publish(encodeDownlink(command.uid, { name: 'cmd', body: toDeviceCommand(command) })),
    requestPackets: async ({ uid, session, missing }) =>
      gateway.publish(encodeDownlink(uid, { name: 'dl', body: { session, missing } })),
  };
}
