// Reads the newest 15 passages of a device, each with one to three scored records, with the exact total over HTTP, one
// request at a time, while there are 10,000, 100,000 and 1 million passages (twice as many records) of 50 devices over
// a year. Compares with the plain SQL. Then exports all 200,000 passages of one more device as CSV: rows per second and
// growth of the server's live memory.
import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_SIGN_INS } from '../apps/server/src/demo/demo-sign-ins.ts';
import { openLiveHeap } from './live-heap.ts';
import { fillPassages, type PassagesFilled } from './passages-fill.ts';
import {
  askInTurn,
  chooseUid,
  fetchText,
  measureGrowth,
  openBody,
  withPlaces,
  type Place,
  type Rounds,
} from './places.ts';
import { report } from './report.ts';
import { isShort } from './short.ts';

const SIZES = isShort ? { '1k': 1000, '2k': 2000, '5k': 5000 } : { '10k': 10_000, '100k': 100_000, '1m': 1_000_000 };
const LARGEST = Math.max(...Object.values(SIZES));
const EXPORTED = isShort ? 5000 : 200_000;
const DEVICES = 50;
const ROUNDS: Rounds = isShort
  ? { warmUp: 5, rounds: 2, requestsARound: 5 }
  : { warmUp: 150, rounds: 20, requestsARound: 25 };
const LOOK_EVERY_MS = 200;
/** A heap that shrinks counts as 0. */
const LEAST_MB = 0.1;
const COLUMNS = 'passageTimeStamp,uid,detectionCount,passageDetectedFrequency,isVerified,lat,lon';

const PAGE = `select * from passages where uid = $1 and group_id = $2 order by passage_at desc limit 45`;
const COUNT = `select sum(count) from record_counts where uid = $1 and group_id = $2 and kind = 'passage'`;

interface Page {
  readonly rowsNumber: number;
  readonly passageEventList: readonly { readonly geoMachineLearningResultList: readonly unknown[] }[];
}

async function timePage(place: Place): Promise<number> {
  const from = performance.now();
  const text = await fetchText(
    place,
    `/api/apexagm/${chooseUid(place.filled)}/getPassageHistoricData?page=1&rowsPerPage=15`,
  );
  const ms = performance.now() - from;
  const { rowsNumber, passageEventList } = JSON.parse(text) as Page;
  const scored = passageEventList.filter((row) => row.geoMachineLearningResultList.length === 3);
  if (rowsNumber !== place.filled.rowsOfDevice || scored.length !== 15) throw new Error(`not the page: ${text}`);
  return ms;
}

async function timeSql({ database: { pool }, filled }: Place): Promise<number> {
  const keys = [chooseUid(filled), filled.groupId];
  const from = performance.now();
  await pool.query(COUNT, keys);
  await pool.query(PAGE, keys);
  return performance.now() - from;
}

async function readFile(place: Place, uid: number): Promise<void> {
  let lines = 0;
  for await (const chunk of await openBody(
    place,
    `/api/apexagm/${uid}/exportPassages?descending=true&columns=${COLUMNS}`,
  ))
    for (const byte of chunk) if (byte === 0x0a) lines += 1;
  if (lines !== EXPORTED + 1) throw new Error(`${lines} lines of ${EXPORTED} passages`);
}

async function measureFileRate(place: Place, uid: number): Promise<number> {
  const from = performance.now();
  await readFile(place, uid);
  return EXPORTED / ((performance.now() - from) / 1000);
}

/** Reads a file of its own while sampling the heap, because the sampling slows the server down. */
async function measureFileHeap(place: Place, uid: number): Promise<number> {
  const heap = await openLiveHeap(place.inspectPort);
  const before = await heap.readMb();
  let most = before;
  const isRead = readFile(place, uid).then(() => true);
  while (!(await Promise.race([isRead, sleep(LOOK_EVERY_MS, false)]))) most = Math.max(most, await heap.readMb());
  heap.close();
  return Math.max(LEAST_MB, most - before);
}

const filling = { devices: DEVICES, adminEmail: DEMO_SIGN_INS[0].email, now: Date.now() };
let exportUid = 0;
const fill = async (database: Place['database'], rows: number): Promise<PassagesFilled> => {
  const filled = await fillPassages(database, { ...filling, rows }, rows === LARGEST ? EXPORTED : 0);
  ({ exportUid } = filled);
  return filled;
};
await withPlaces(SIZES, fill, async (places) => {
  await askInTurn(places, { timePage, timeSql }, ROUNDS);
  const page = measureGrowth(places);
  const [largest] = places.slice(-1);
  if (!largest) throw new Error('no place');
  const filePerS = await measureFileRate(largest, exportUid);
  const fileHeapMb = await measureFileHeap(largest, exportUid);
  report('passages', { ...page, file_per_s: filePerS, file_heap_mb: fileHeapMb }, [
    { name: 'growth', value: page.growth, op: '<=', aim: 1.3 },
    { name: 'file_per_s', value: filePerS, op: '>=', aim: 20_000 },
    { name: 'file_heap_mb', value: fileHeapMb, op: '<=', aim: 64 },
  ]);
});
