import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';

const FIGURES: Readonly<Record<string, readonly string[]>> = {
  start: ['first_s', 'second_s'],
  http: ['get_ratio', 'post_ratio'],
  edge: ['key_ratio', 'first_use_ms', 'hook_alone_p99_ms', 'hook_p50_ms', 'hook_p99_ms', 'hook_heap_growth_mb'],
  'sign-in': ['idle_ms', 'links_ms', 'one_address_ms', 'many_addresses_ms'],
  'history-page': ['growth', 'p99_ms'],
  passages: ['growth', 'file_per_s', 'file_heap_mb'],
  reports: ['rows_per_s', 'copy_ratio', 'file_heap_mb', 'page_p99_ms', 'last_page_p99_ms', 'pdf_s'],
  fanout: ['ratio_50', 'ratio_500', 'p99_ms_500'],
  ingest: ['embedded_ratio', 'postgres_ratio', 'embedded_per_s', 'postgres_per_s', 'event_p99_ms'],
  plots: ['ms', 'bare_ms', 'echarts_ms', 'bare_ratio', 'echarts_ratio'],
  stream: ['p99_ms', 'server_cpu', 'lost', 'drawn_missed', 'heap_added_mb', 'heap_mb_per_h'],
  scaling: ['device_kb', 'console_kb', 'heartbeat_us', 'delivery_us', 'passage_us', 'heartbeat_bytes', 'fleet_nodes'],
  soak: ['stored_per_s', 'change_p99_ms', 'look_p99_ms', 'server_cpu', 'heap_mb_per_h', 'lost', 'errors'],
  engine: ['idle_cpu', 'change_p99_ms', 'position_p99_ms', 'passages_per_s'],
  hostile: [
    'rest_api_p50_ms',
    ...[
      'hub_frame',
      'hub_call',
      'pipeline',
      'request',
      'sign_in',
      'device_message',
      'subscribe',
      'stream_frame',
      'reconnect',
    ].flatMap((name) => [`${name}_api_ratio`, `${name}_mqtt_ratio`, `${name}_stall_ms`, `${name}_sent`]),
  ],
  faults: [1, 2].flatMap((nodes) => [
    ...['node_killed', 'node_frozen', 'redis_killed', 'database_killed', 'line_cut'].flatMap((name) => [
      `${name}_${nodes}_ack_s`,
      `${name}_${nodes}_fresh_s`,
    ]),
    `lost_${nodes}`,
    `doubled_${nodes}`,
  ]),
  storm: ['devices', 'first_ack_s', 'all_back_s', 'console_p99_s', 'failed'],
  commands: ['queued_s', 'accepted_s', 'ack_p99_ms', 'page_p99_ms'],
  downloads: ['packets_per_s', 'live_ratio', 'broker_ratio', 'lost', 'rss_mb'],
  map: ['ready_s_500', 'ready_s_5000', 'fps_5000', 'busy_5000'],
  board: ['busy', 'sort_ms', 'filter_ms', 'sheet_ms'],
  queue: ['next_ms', 'all_s', 'passages'],
  bundle: ['login_kb', 'translated_login_kb', 'map_kb', 'engine_kb'],
  import: ['import_ms', 'import_along_line_ms', 'parse_ratio', 'lasso_ms'],
  estimator: [
    'gain',
    'gas_next_error',
    'gas_end_error',
    'liquid_next_error',
    'liquid_end_error',
    'gas_next_coverage',
    'liquid_end_coverage',
  ],
  alerts: [
    'open_alerts',
    'empty_cpu',
    'idle_cpu',
    'added_cpu',
    'first_message_p50_s',
    'first_message_p99_s',
    'upset_messages',
    'upset_alerts',
    'escalations_lost',
    'escalations_doubled',
  ],
  scoring: ['per_s', 'elf_auc', 'geo_auc', 'mag_auc', 'ece_worst'],
};

const lastLine = z.object({
  bench: z.string(),
  at: z.iso.datetime(),
  machine: z.string(),
  // The difference of two measurements may be below zero.
  figures: z.record(z.string(), z.number()),
  aims: z.array(
    z.object({ name: z.string(), value: z.number(), op: z.enum(['<=', '>=']), aim: z.number(), ok: z.boolean() }),
  ),
});

test('every bench is listed in this test', () => {
  const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.bench.ts'));
  expect(names.map((name) => name.replace('.bench.ts', '')).toSorted()).toEqual(Object.keys(FIGURES).toSorted());
});

test.for(Object.entries(FIGURES))(
  'bench %s runs and prints its figures as the last line',
  async ([bench, names], { signal }) => {
    const file = path.join(import.meta.dirname, `${bench}.bench.ts`);
    const { stdout } = await promisify(execFile)(process.execPath, [file, '--short'], { signal });
    const line = lastLine.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
    expect(line.bench).toBe(bench);
    expect(Object.keys(line.figures)).toEqual(expect.arrayContaining([...names]));
  },
);
