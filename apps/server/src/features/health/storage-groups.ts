// Groups the tables of the database by names that an operator understands.

const GROUPS = [
  ['Waveforms', /^(?:early_)?waveforms/],
  ['Downloads', /^download/],
  [
    'Records of devices',
    /^(?:heartbeats|passages|gps_fixes|device_errors|device_infos|control_responses|command_acks|record_counts|rejected_)/,
  ],
  ['Commands', /^(?:commands|command_steps|broadcasts)/],
  ['Runs and paths', /^pig_/],
  ['Audit trail', /^audit/],
  ['Error log', /^error_log/],
  ['Alerts', /^(?:alert|silences|escalation|on_call)/],
  ['Shift log', /^shift_/],
  ['Webhooks', /^event_(?:hook|deliver)/],
  ['Messages to people', /^outbox/],
] as const;

const JOBS = 'Jobs';
const REST = 'Everything else';

/** The group of a table; a monthly partition belongs to the group of its parent. */
export function nameStorageGroup(schema: string, table: string): string {
  if (schema === 'graphile_worker') return JOBS;
  return GROUPS.find(([, pattern]) => pattern.test(table))?.[0] ?? REST;
}

interface StoredTable {
  readonly schema: string;
  readonly name: string;
  readonly bytes: number;
}

/** The largest first. */
export function sumByGroup(tables: readonly StoredTable[]): { readonly group: string; readonly bytes: number }[] {
  const sums = new Map<string, number>();
  for (const { schema, name, bytes } of tables) {
    const group = nameStorageGroup(schema, name);
    sums.set(group, (sums.get(group) ?? 0) + bytes);
  }
  return [...sums].map(([group, bytes]) => ({ group, bytes })).toSorted((a, b) => b.bytes - a.bytes);
}
