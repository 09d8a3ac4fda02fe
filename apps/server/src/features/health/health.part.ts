import type { Context } from '../../platform/part.ts';
import { watchHealth, type HealthSources } from './health.metrics.ts';
import { createHealthHandlers, type MapFault } from './health.routes.ts';
import { NodeBeat, type NodeIdentity } from './node-beat.ts';

interface Options extends Context, HealthSources {
  readonly mapFaults: readonly MapFault[];
  readonly node: NodeIdentity;
  readonly consoles: () => number;
  readonly deviceConnections: () => number;
  readonly waitingPackets: () => number;
}

export function createHealthPart(options: Options) {
  const { database, log, metrics, node, redis, broker, disk } = options;
  watchHealth(options);
  const beat = new NodeBeat({
    database,
    node,
    figures: () => ({
      consoles: options.consoles(),
      device_connections: options.deviceConnections(),
      waiting_packets: options.waitingPackets(),
      redis: redis(),
      broker: broker(),
      disk_free_bytes: disk.fullest?.freeBytes ?? null,
      disk_size_bytes: disk.fullest?.sizeBytes ?? null,
      loop_delay_ms: metrics.takeLoopDelayMs(),
    }),
    log,
  });
  return { handlers: { health: createHealthHandlers(database, options.mapFaults) }, beat };
}
