// Measures sign-in time while 200 connections send guesses without a pause: reset links from one address, and passwords
// from one address and from 200. Load, server and database share the processors of this machine.
import { DEMO_PASSWORD, DEMO_SIGN_INS } from '../apps/server/src/demo/demo-sign-ins.ts';
import { median, percentile, report } from './report.ts';
import { inTemporaryFolder, startBenchServer } from './server.ts';
import { isShort } from './short.ts';

const CONNECTIONS = isShort ? 20 : 200;
const SIGN_INS = isShort ? 3 : 40;
const OWN_ADDRESS = '198.51.100.7';

const post = (url: string, body: unknown, from: string) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  });

const grant = (username: string, password: string) => ({
  grant_type: 'password',
  username,
  password,
  client_id: 'bench',
});

/** Sends guesses on each connection, one at a time, until the work is done. */
async function underAttack<Outcome>(
  guess: (connection: number) => Promise<Response>,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const end = new AbortController();
  const attack = async (connection: number) => {
    while (!end.signal.aborted) await (await guess(connection)).arrayBuffer();
  };
  const attackers = Array.from({ length: CONNECTIONS }, (_, connection) => attack(connection));
  try {
    return await work();
  } finally {
    end.abort();
    await Promise.all(attackers);
  }
}

await inTemporaryFolder(async (folder) => {
  const server = await startBenchServer(folder, { WAYMARK_TRUST_PROXY: 'loopback', WAYMARK_LOG: 'fatal' });
  const token = `${server.address}/api/oauth/token`;

  /** Milliseconds per sign-in. A refused one is retried and counts in full. */
  const timeSignIns = async (): Promise<number[]> => {
    const times: number[] = [];
    for (let n = 0; n < SIGN_INS; n += 1) {
      const start = performance.now();
      while ((await post(token, grant(DEMO_SIGN_INS[0].email, DEMO_PASSWORD), OWN_ADDRESS)).status !== 200);
      times.push(performance.now() - start);
    }
    return times;
  };

  const guessLink = () =>
    post(
      `${server.address}/api/dbconnections/set_password`,
      { token: 'a-guess', password: 'Guessed-pass-1' },
      '203.0.113.9',
    );
  const guessPassword = (from: string) =>
    post(token, grant(`user-${Math.random()}@example.com`, 'Guessed-pass-1'), from);
  try {
    await timeSignIns();
    const idle = await timeSignIns();
    const links = await underAttack(guessLink, timeSignIns);
    const one = await underAttack(() => guessPassword('203.0.113.10'), timeSignIns);
    const many = await underAttack((connection) => guessPassword(`192.0.2.${connection}`), timeSignIns);
    const figures = {
      idle_ms: median(idle),
      links_ms: median(links),
      links_p90_ms: percentile(links, 0.9),
      one_address_ms: median(one),
      one_address_p90_ms: percentile(one, 0.9),
      many_addresses_ms: median(many),
      many_addresses_p90_ms: percentile(many, 0.9),
    };
    const aims = (['links_ms', 'one_address_ms', 'many_addresses_ms'] as const).map((name) => ({
      name,
      value: figures[name],
      op: '<=' as const,
      aim: 500,
    }));
    report('sign-in', figures, aims);
  } finally {
    await server.stop();
  }
});
