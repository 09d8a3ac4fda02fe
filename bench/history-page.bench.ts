// Reads the newest 15 heartbeats of a device with the exact total over HTTP, one request at a time, while the table
// holds 100,000, 1 million and 5 million rows of 50 devices over a year. Each size has a real server with its own
// embedded database; all are asked in turn so that they meet the same noise. For comparison, the plain SQL: the page
// through the index and the sum of the counters.
import { DEMO_SIGN_INS } from '../apps/server/src/demo/demo-sign-ins.ts';
import { fillHistory } from './history-fill.ts';
import { askInTurn, chooseUid, fetchText, measureGrowth, withPlaces, type Place, type Rounds } from './places.ts';
import { report } from './report.ts';
import { isShort } from './short.ts';

const SIZES = isShort
  ? { '2k': 2000, '5k': 5000, '10k': 10_000 }
  : { '100k': 100_000, '1m': 1_000_000, '5m': 5_000_000 };
const DEVICES = 50;
const ROUNDS: Rounds = isShort
  ? { warmUp: 5, rounds: 2, requestsARound: 5 }
  : { warmUp: 150, rounds: 20, requestsARound: 25 };

const PAGE = `select * from heartbeats where uid = $1 and group_id = $2 order by at desc limit 15`;
const COUNT = `select sum(count) from record_counts where uid = $1 and group_id = $2 and kind = 'heartbeat'`;

interface Page {
  readonly rowsNumber: number;
  readonly heartbeatList: readonly unknown[];
}

async function timePage(place: Place): Promise<number> {
  const query = 'page=1&rowsPerPage=15';
  const from = performance.now();
  const text = await fetchText(place, `/api/apexagm/${chooseUid(place.filled)}/getHeartbeatHistoricData?${query}`);
  const ms = performance.now() - from;
  const { rowsNumber, heartbeatList } = JSON.parse(text) as Page;
  if (rowsNumber !== place.filled.rowsOfDevice || heartbeatList.length !== 15) throw new Error(`not the page: ${text}`);
  return ms;
}

async function timeSql({ database: { pool }, filled }: Place): Promise<number> {
  const keys = [chooseUid(filled), filled.groupId];
  const from = performance.now();
  await pool.query(COUNT, keys);
  await pool.query(PAGE, keys);
  return performance.now() - from;
}

const filling = { devices: DEVICES, adminEmail: DEMO_SIGN_INS[0].email, now: Date.now() };
await withPlaces(
  SIZES,
  (database, rows) => fillHistory(database, { ...filling, rows }),
  async (places) => {
    await askInTurn(places, { timePage, timeSql }, ROUNDS);
    const figures = measureGrowth(places);
    report('history-page', figures, [
      { name: 'growth', value: figures.growth, op: '<=', aim: 1.3 },
      { name: 'p99_ms', value: figures.p99_ms, op: '<=', aim: 20 },
    ]);
  },
);
