import type { Rates } from './scaling-rates.ts';

/** Measured costs on one node; processor time in microseconds. */
export interface Costs {
  readonly device_rss_kb: number;
  readonly console_kb: number;
  readonly heartbeat_us: number;
  readonly heartbeat_database_us: number;
  readonly heartbeat_bytes: number;
  readonly heartbeat_wal_bytes: number;
  readonly delivery_us: number;
  readonly passage_us: number;
  readonly passage_database_us: number;
  readonly passage_bytes: number;
}

/** Devices of a company, and consoles open at the busiest hour; each console receives events of all devices. */
const COMPANY = { devices: 500, consoles: 20 } as const;
/** Maximum load of a node (one process): it must be able to take over the work of a failed neighbour. */
const BUSY = 0.5;
/**
 * Highest measured rate per second. Above it the number of transactions stays constant, and each packet costs the bulk
 * rate measured by `ingest`.
 */
const MEASURED_PER_S = 200;
const BULK_US = 11;
const BULK_DATABASE_US = 6;
/** Base memory of a node: heaps, buffers, the server itself. */
const NODE_MB = 400;

/** Nodes for a fleet at its busiest second, without a reconnect storm; the storm may queue. */
export function planNodes(devices: number, rates: Rates, costs: Costs) {
  const passagesPerS = (rates.passagesPerDay / 86_400) * 10;
  const deliveriesPerS = rates.maxPerS * COMPANY.consoles;
  const consoles = (devices / COMPANY.devices) * COMPANY.consoles;
  const alone = Math.min(rates.maxPerS, MEASURED_PER_S);
  const storing = alone * costs.heartbeat_us + (rates.maxPerS - alone) * BULK_US;
  const cores = (storing + deliveriesPerS * costs.delivery_us + passagesPerS * costs.passage_us) / 1e6;
  const inDatabase = alone * costs.heartbeat_database_us + (rates.maxPerS - alone) * BULK_DATABASE_US;
  const databaseCores = (inDatabase + passagesPerS * costs.passage_database_us) / 1e6;
  return {
    devices,
    mean_per_s: Math.round(rates.meanPerS),
    p99_per_s: rates.p99PerS,
    max_per_s: rates.maxPerS,
    storm_per_s: rates.stormPerS,
    connections_per_s: rates.connectionsPerS,
    consoles: Math.round(consoles),
    deliveries_per_s: deliveriesPerS,
    cores: Number(cores.toFixed(2)),
    database_cores: Number(databaseCores.toFixed(2)),
    nodes: Math.max(2, Math.ceil(cores / BUSY) + 1),
    memory_mb: Math.round(NODE_MB + (devices * costs.device_rss_kb + consoles * costs.console_kb) / 1024),
    gb_per_day: Number(
      ((rates.heartbeatsPerDay * costs.heartbeat_bytes + rates.passagesPerDay * costs.passage_bytes) / 1e9).toFixed(2),
    ),
    wal_mb_per_s: Number(((rates.meanPerS * costs.heartbeat_wal_bytes) / 1e6).toFixed(2)),
  };
}
