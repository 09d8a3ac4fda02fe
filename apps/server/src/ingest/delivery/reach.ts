import { listConnected } from '../../features/commands/deliveries.queries.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { MqttGateway } from '../mqtt/gateway.ts';

export type Broker = Pick<MqttGateway, 'publish' | 'isConnected' | 'hearsCommands'>;

/** Which of these devices can be sent something: those that listen here, or at an external broker are connected. */
export async function findReachable(broker: Broker | null, reader: Reader, uids: readonly number[]): Promise<number[]> {
  if (!broker?.isConnected) return [];
  const unknown = uids.filter((uid) => broker.hearsCommands(uid) === null);
  const connected = new Set(await listConnected(reader, unknown));
  return uids.filter((uid) => broker.hearsCommands(uid) ?? connected.has(uid));
}
