import type { Generated } from 'kysely';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    nodes: {
      id: string;
      name: string;
      version: string;
      commit: string | null;
      started_at: Date;
      seen_at: Generated<Date>;
      memory_bytes: number;
      loop_delay_ms: number;
      consoles: number;
      device_connections: number;
      waiting_packets: number;
      redis: 'none' | 'up' | 'away';
      broker: 'none' | 'inside' | 'up' | 'away';
      /** When `broker` changed last. */
      broker_since: Generated<Date>;
      disk_free_bytes: number | null;
      disk_size_bytes: number | null;
    };
  }
}
