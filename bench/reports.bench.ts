// Reports on 50 devices over a year with 1 million passages (twice as many records), each with its nearest heartbeat,
// over HTTP. Writes one CSV file (rows per second, growth of live memory) and compares with a plain PostgreSQL COPY of
// the same rows. Then reads pages of 15 rows, one request at a time, and writes the report of a run as files
// (report-files.ts).
import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_SIGN_INS } from '../apps/server/src/demo/demo-sign-ins.ts';
import { readCpuS } from './cpu.ts';
import { openLiveHeap } from './live-heap.ts';
import { withPlaces, type Place } from './places.ts';
import { measureReportFiles } from './report-files.ts';
import { fillReport, type ReportFilled } from './report-fill.ts';
import { percentile, report } from './report.ts';
import { isShort } from './short.ts';

const ROWS = isShort ? 5000 : 1_000_000;
const DEVICES = 50;
const REQUESTS = isShort ? 3 : 30;
const LOOK_EVERY_MS = 200;
/** A heap that shrinks counts as 0. */
const LEAST_MB = 0.1;
const LAST_PAGE = Math.ceil(ROWS / 15);

const writeSecond = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

async function post(
  { server, headers }: Place,
  what: 'Get' | 'Export',
  { from, until, uids }: ReportFilled,
  more: object,
): Promise<Response> {
  const response = await fetch(`${server.address}/api/pigrun/${what}ReportDataForDevices`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ startDate: writeSecond(from), endDate: writeSecond(until), uidList: uids, ...more }),
  });
  if (response.status !== 200) throw new Error(await response.text());
  return response;
}

async function timePages(place: Place, filled: ReportFilled, more: object): Promise<{ p50: number; p99: number }> {
  const ms: number[] = [];
  for (let request = 0; request < REQUESTS; request += 1) {
    const from = performance.now();
    const text = await (await post(place, 'Get', filled, { page: 1, rowsPerPage: 15, ...more })).text();
    ms.push(performance.now() - from);
    const { rowsNumber, reportDataResponseRecordList: rows } = JSON.parse(text) as {
      rowsNumber: number;
      reportDataResponseRecordList: unknown[];
    };
    if (rowsNumber !== ROWS || rows.length === 0) throw new Error(`not the page: ${text}`);
  }
  return { p50: percentile(ms, 0.5), p99: percentile(ms, 0.99) };
}

async function readFile(place: Place, filled: ReportFilled): Promise<number> {
  const from = performance.now();
  const { body } = await post(place, 'Export', filled, { page: 1, rowsPerPage: 0 });
  let lines = 0;
  for await (const chunk of body ?? []) for (const byte of chunk as Uint8Array) if (byte === 0x0a) lines += 1;
  if (lines !== ROWS + 1) throw new Error(`${lines} lines of ${ROWS} passages`);
  return ROWS / ((performance.now() - from) / 1000);
}

/** Reads a file of its own while sampling the heap, because the sampling slows the server down. */
async function measureFileHeap(place: Place, filled: ReportFilled): Promise<number> {
  const heap = await openLiveHeap(place.inspectPort);
  const before = await heap.readMb();
  let most = before;
  const isRead = readFile(place, filled).then(() => true);
  while (!(await Promise.race([isRead, sleep(LOOK_EVERY_MS, false)]))) most = Math.max(most, await heap.readMb());
  heap.close();
  return Math.max(LEAST_MB, most - before);
}

/** Copies the same rows out of an otherwise idle database. */
async function copyRows({ database }: Place, { uids, from, until }: ReportFilled): Promise<number> {
  const startedAt = performance.now();
  await database.pool.query(`
    copy (select marker.name, p.uid, marker.marker ->> 'lat', marker.marker ->> 'lon', coalesce(h.lat, p.lat), coalesce(h.lon, p.lon), coalesce(h.altitude_mm, p.altitude_mm),
        concat_ws('/', elf.id, p.id, mag.id), p.passage_at, marker.marker ->> 'note'
      from passages p
      left join passages elf on elf.uid = p.uid and elf.end_of_snip_at = p.end_of_snip_at and elf.kind = 0
      left join passages mag on mag.uid = p.uid and mag.end_of_snip_at = p.end_of_snip_at and mag.kind = 2
      left join pig_run_passages placed on placed.uid = p.uid and placed.end_of_snip_at = p.end_of_snip_at
      left join pig_run_markers marker on marker.run_id = placed.run_id and marker.name = placed.marker_name
      left join lateral (
        select lat, lon, altitude_mm from heartbeats h where h.uid = p.uid and h.at between p.passage_at - interval '10 minutes' and p.passage_at + interval '10 minutes'
        order by greatest(h.at - p.passage_at, p.passage_at - h.at) limit 1) h on true
      where p.kind = 1 and p.uid = any('{${uids.join()}}') and p.passage_at between to_timestamp(${from / 1000}) and to_timestamp(${until / 1000})
      order by p.passage_at) to stdout (format csv)`);
  return ROWS / ((performance.now() - startedAt) / 1000);
}

const filling = { devices: DEVICES, adminEmail: DEMO_SIGN_INS[0].email, now: Math.floor(Date.now() / 1000) * 1000 };
let filled: ReportFilled | undefined;
await withPlaces(
  { rows: ROWS },
  async (database, rows) => (filled = await fillReport(database, { ...filling, rows })),
  async ([place]) => {
    if (!place || !filled) throw new Error('no place');
    await timePages(place, filled, {});
    const [first, last] = [await timePages(place, filled, {}), await timePages(place, filled, { page: LAST_PAGE })];
    const [byUid, byMarker] = [
      await timePages(place, filled, { sortBy: 'uId' }),
      await timePages(place, filled, { sortBy: 'markerName' }),
    ];
    const copyPerS = await copyRows(place, filled);
    const cpuFromS = readCpuS(place.server.process.child.pid ?? 0);
    const rowsPerS = await readFile(place, filled);
    const serverUs = ((readCpuS(place.server.process.child.pid ?? 0) - cpuFromS) / ROWS) * 1e6;
    const heapMb = await measureFileHeap(place, filled);
    const files = await measureReportFiles(place, filled);
    const figures = {
      rows_per_s: rowsPerS,
      copy_per_s: copyPerS,
      copy_ratio: rowsPerS / copyPerS,
      server_us_per_row: serverUs,
      file_heap_mb: heapMb,
      page_p50_ms: first.p50,
      page_p99_ms: first.p99,
      last_page_p50_ms: last.p50,
      last_page_p99_ms: last.p99,
      by_uid_p50_ms: byUid.p50,
      by_marker_p50_ms: byMarker.p50,
      ...files,
    };
    report('reports', figures, [
      { name: 'rows_per_s', value: rowsPerS, op: '>=', aim: 20_000 },
      { name: 'file_heap_mb', value: heapMb, op: '<=', aim: 64 },
      { name: 'pdf_s', value: files.pdf_s, op: '<=', aim: 5 },
    ]);
  },
);
