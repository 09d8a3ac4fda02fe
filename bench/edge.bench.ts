// Compares a validated GET with an API key with the same with an access token, while the database has 10,000 keys.
// Counts requests per second of the server's own processor time, because load and database share the machine.
// Then measures webhooks (edge-webhooks.ts).
import pg from 'pg';
import { makeKey } from '../apps/server/src/features/session/keys/key-secret.ts';
import { DEMO_PASSWORD } from '../apps/server/src/demo/demo-sign-ins.ts';
import { readCpuS } from './cpu.ts';
import { measureWebhooks } from './edge-webhooks.ts';
import { findEmbeddedConnection } from './embedded-connection.ts';
import { sendLoad } from './load.ts';
import { median, report } from './report.ts';
import { inTemporaryFolder, startBenchServer } from './server.ts';
import { isShort } from './short.ts';
import { signInAdmin } from './sign-in.ts';

const KEYS = isShort ? 100 : 10_000;
const FIRST_USES = isShort ? 5 : 200;
const ROUNDS = isShort ? 1 : 7;
const ROUND_MS = isShort ? 300 : 2000;
const PATH = '/api/userinfo';

/** Makes one key through the API, and copies its row under other secrets. Returns all of them. */
async function fillKeys(address: string, folder: string, token: string): Promise<readonly string[]> {
  const response = await fetch(`${address}/api/key`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', scopes: ['devices:read'], currentPassword: DEMO_PASSWORD }),
  });
  const { id } = (await response.json()) as { id: number };
  const made = Array.from({ length: KEYS }, makeKey);
  const client = new pg.Client(findEmbeddedConnection(folder));
  await client.connect();
  await client.query(
    `insert into api_keys (group_id, lookup, hash, name, scopes, made_by_id, made_by_name)
     select group_id, new.lookup, new.hash, name, scopes, made_by_id, made_by_name
     from api_keys, unnest($2::text[], $3::bytea[]) as new (lookup, hash) where id = $1`,
    [id, made.map(({ lookup }) => lookup), made.map(({ hash }) => hash)],
  );
  await client.query('analyze api_keys');
  await client.end();
  return made.map(({ key }) => key);
}

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

async function measureFirstUseMs(address: string, keys: readonly string[]): Promise<number> {
  const times: number[] = [];
  for (const key of keys) {
    const before = performance.now();
    const answer = await fetch(address + PATH, { headers: bearer(key) });
    if (answer.status !== 200) throw new Error(`a key was answered with ${answer.status}`);
    await answer.arrayBuffer();
    times.push(performance.now() - before);
  }
  return median(times);
}

const keyFigures = await inTemporaryFolder(async (folder) => {
  const server = await startBenchServer(folder, { WAYMARK_KEY_REQUESTS_PER_MINUTE: '0' });
  const pid = server.process.child.pid ?? 0;
  try {
    const token = await signInAdmin(server.address);
    const keys = await fillKeys(server.address, folder, token);
    const measurePerCoreS = async (secret: string) => {
      const before = readCpuS(pid);
      const answered = await sendLoad(server.address, { method: 'GET', path: PATH, headers: bearer(secret) }, ROUND_MS);
      return answered / (readCpuS(pid) - before);
    };
    const firstUseMs = await measureFirstUseMs(server.address, keys.slice(0, FIRST_USES));
    const [key = ''] = keys;
    for (const secret of [token, key]) await measurePerCoreS(secret);
    const ratios: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      // The order alternates, so that a slow drift of the machine favours neither.
      const order = round % 2 === 0 ? [token, key] : [key, token];
      const rates = new Map<string, number>();
      for (const secret of order) rates.set(secret, await measurePerCoreS(secret));
      ratios.push((rates.get(key) ?? 0) / (rates.get(token) ?? 1));
    }
    return { key_ratio: median(ratios), first_use_ms: firstUseMs };
  } finally {
    await server.stop();
  }
});
const webhooks = await measureWebhooks();
report('edge', { ...keyFigures, ...webhooks.figures }, [
  { name: 'key_ratio', value: keyFigures.key_ratio, op: '>=', aim: 0.95 },
  ...webhooks.aims,
]);
