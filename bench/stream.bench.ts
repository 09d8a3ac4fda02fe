// Streams 50 devices over MQTT to ten consoles each: delivery time, the server's processor time, and losses. Then shows
// one device in one real console until its plots show the published data, and measures the tab's memory after hours of
// an accelerated stream.
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
    // Beside other work all of the few pulses of a short run may be missed.
    ...(drawn.delays.length > 0 && {
      drawn_p50_ms: percentile(drawn.delays, 0.5),
      drawn_p99_ms: percentile(drawn.delays, 0.99),
    }),
    drawn_missed: drawn.missed,
    heap_mb: heap.mb,
    heap_added_mb: heap.addedMb,
    heap_mb_per_h: heap.mbPerHour,
  },
  [
    { name: 'heard_share', value: heardShare, op: '>=', aim: 1 },
    { name: 'heap_mb_per_h', value: heap.mbPerHour, op: '<=', aim: 2 },
  ],
);
