import { listConnected } from '../../features/commands/deliveries.queries.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { MqttGateway } from '../mqtt/gateway.ts';

export type Broker = Pick<MqttGateway, 'publish' | 'isConnected' | 'hearsCommands'>;

/** Lists the devices that can receive a message: those subscribed here, or connected to an external broker. */
export async function findReachable(broker: Broker | null, reader: Reader, uids: readonly number[]): Promise<number[]> {
  if (!broker?.isConnected) return [];
  const unknown = uids.filter((uid) => broker.hearsCommands(uid) === null);
  const connected = new Set(await listConnected(reader, unknown));
  return uids.filter((uid) => broker.hearsCommands(uid) ?? connected.has(uid));
}
