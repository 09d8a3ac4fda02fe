// 50 devices that stream over MQTT, ten consoles listening to each: from publishing to receiving, the server's processor
// time, and what was lost. Then one device in one real console, until its plots show what was published; and what the
// tab holds after hours of a stream that hurries.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { percentile, report } from './report.ts';
import { measureDrawn } from './stream-drawn.ts';
import { measureHeap } from './stream-heap.ts';
import { measureHub } from './stream-hub.ts';

if (!existsSync(path.resolve(import.meta.dirname, '../apps/console/dist/index.html'))) {
  throw new Error('The console is not built: npm run build');
}
const hub = await measureHub();
const drawn = await measureDrawn();
const heap = await measureHeap();
const heardShare = hub.delivered / (hub.delivered + hub.lost);
report(
  'stream',
  {
    p50_ms: hub.p50Ms,
    p99_ms: hub.p99Ms,
    server_cpu: hub.cpuShare,
    unheard_cpu: hub.unheardCpuShare,
    delivered: hub.delivered,
    lost: hub.lost,
    heard_share: heardShare,
    drawn_p50_ms: percentile(drawn.delays, 0.5),
    drawn_p99_ms: percentile(drawn.delays, 0.99),
    drawn_missed: drawn.missed,
    heap_mb: heap.mb,
    heap_mb_per_h: heap.mbPerHour,
  },
  [
    { name: 'heard_share', value: heardShare, op: '>=', aim: 1 },
    { name: 'heap_mb_per_h', value: heap.mbPerHour, op: '<=', aim: 2 },
  ],
);
