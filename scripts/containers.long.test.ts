import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeTemporaryFolder } from '../apps/server/src/testing/temporary-folder.ts';
import { readComposition } from './lib/composition.ts';
import { makeImages, SERVICES_IMAGE } from './lib/containers/debian-images.ts';
import { startEngine, type Engine } from './lib/containers/engine.ts';
import { runService } from './lib/containers/run-service.ts';
import { root } from './lib/root.mjs';
import { runTool } from './lib/tool.mjs';

// Tests the image, the composition and the systemd unit of deploy/ with Podman. The services beside the nodes come from
// Debian packages.

const LIST_BACKENDS = `node -e "fetch('http://127.0.0.1:8404/;csv').then(async (a) => console.log(await a.text()))"`;
const MINUTES = 60_000;
const PERSON = { username: 'first@example.com', password: 'Correct-horse-7' };
const IMAGE = 'localhost/waymark:1.0.0';
const NODES = ['waymark-a', 'waymark-b'];
const WITHIN = { timeout: 60_000, interval: 200 };

interface Credential {
  readonly clientId: string;
  readonly username: string;
  readonly password: string;
}

const UID = 200_234;
const heartbeat = (battery: number) => ({
  t: Date.now(),
  via: 'cell',
  satelliteCount: 9,
  lat: 36.1301,
  lon: -96.0302,
  altitude: 214.3,
  numberOfflineFiles: 0,
  numberOnlineFiles: 1,
  numberIridiumOfflineFiles: 0,
  battery,
  signalStrength: 85,
  errorFlag: 0,
  powerSupplyState: 0,
  geophoneConnected: 1,
  externalAntennaConnected: 0,
  internalAntennaFoldState: 1,
});

let folder: string;
let engine: Engine;

const inContainer = (name: string, ...command: readonly string[]) => engine.podman('exec', name, ...command);
const shell = (name: string, script: string) => inContainer(name, 'sh', '-ec', script);

const post = (address: string, body: unknown, token?: string) =>
  fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });

async function expectDone(call: Promise<Response>): Promise<Response> {
  const answer = await call;
  expect(answer.ok, `${answer.url}: ${answer.status}`).toBe(true);
  return answer;
}

async function read<Reply>(address: string, token: string): Promise<Reply> {
  const answer = await expectDone(fetch(address, { headers: { authorization: `Bearer ${token}` } }));
  return (await answer.json()) as Reply;
}

async function signIn(address: string): Promise<string> {
  const asked = { grant_type: 'password', client_id: 'c', ...PERSON };
  const answer = await expectDone(post(`${address}/api/oauth/token`, asked));
  return ((await answer.json()) as { access_token: string }).access_token;
}

beforeAll(async () => {
  folder = await makeTemporaryFolder('containers');
  engine = await startEngine(path.join(folder, 'engine'));
  await makeImages(engine, folder);
}, 10 * MINUTES);
afterAll(async () => {
  await engine.remove();
  await rm(folder, { recursive: true, force: true });
}, 2 * MINUTES);

describe('compose.yaml', () => {
  const SUBNET = '172.31.0.0/24';
  const PROXY = '172.31.0.100';
  const address = `http://${PROXY}:8080`;
  const { services } = readComposition('compose.yaml', {
    PUBLIC_URL: address,
    POSTGRES_SUPERUSER_PASSWORD: 'u'.repeat(32),
    POSTGRES_PASSWORD: 'p'.repeat(32),
    SECRET_KEY: 's'.repeat(32),
    METRICS_TOKEN: 't'.repeat(32),
    SUPERADMIN_EMAIL: PERSON.username,
    SUPERADMIN_PASSWORD: PERSON.password,
  });
  const serviceOf = (name: string) => {
    const found = services[name];
    if (!found) throw new Error(`compose.yaml has no ${name}`);
    // The operator provides the folder of certificates.
    return { ...found, volumes: found.volumes.filter((mount) => !mount.startsWith('./certificates')) };
  };

  /** Does what PostgreSQL's image does with an empty volume: creates a cluster and runs its init scripts. */
  const POSTGRES = `
    PATH=$(echo /usr/lib/postgresql/*/bin):$PATH; export PGDATA=/var/lib/postgresql/data
    initdb --username "$POSTGRES_USER" --auth-local trust --auth-host scram-sha-256
    echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
    pg_ctl --wait start --options "-c listen_addresses="
    sh /docker-entrypoint-initdb.d/create-role.sh
    pg_ctl --wait stop
    exec postgres -c 'listen_addresses=*'`;

  beforeAll(async () => {
    const file = path.join(root, 'deploy/Dockerfile');
    // Podman's default image format has no health check.
    await engine.build('--format', 'docker', '--file', file, '--tag', IMAGE, root);
    await engine.podman('network', 'create', '--subnet', SUBNET, 'waymark');
    const ofDebian = { network: 'waymark', image: SERVICES_IMAGE };
    await runService(engine, 'postgres', serviceOf('postgres'), {
      ...ofDebian,
      user: 'postgres',
      command: ['sh', '-ec', POSTGRES],
    });
    await runService(engine, 'redis', serviceOf('redis'), ofDebian);
    await runService(engine, 'haproxy', serviceOf('haproxy'), {
      network: `waymark:ip=${PROXY}`,
      image: SERVICES_IMAGE,
      command: ['haproxy', '-f', '/usr/local/etc/haproxy/haproxy.cfg'],
    });
    await vi.waitFor(() => shell('postgres', 'pg_isready --host postgres --username waymark --dbname waymark'), WITHIN);
    for (const name of NODES) await runService(engine, name, serviceOf(name), { network: 'waymark', image: IMAGE });
  }, 15 * MINUTES);

  test('[W-122] the image builds, and two nodes of it become healthy behind HAProxy', async () => {
    for (const name of NODES) await vi.waitFor(() => engine.podman('healthcheck', 'run', name), WITHIN);
    await vi.waitFor(async () => expect((await fetch(address)).status).toBe(200), WITHIN);
    // HAProxy takes a node up after several checks.
    await vi.waitFor(async () => {
      const backends = await shell('haproxy', LIST_BACKENDS);
      const states = backends.split('\n').filter((line) => /^(?:nodes|devices|iridium),[ab],/.test(line));
      expect(states.length).toBe(6);
      for (const state of states) expect(state.split(',')[17]).toMatch(/^UP|^no check/);
    }, WITHIN);
  });

  test('[W-122] a node runs as its own user, without capabilities, and writes only to its volume', async () => {
    const status = await shell('waymark-a', 'grep -E "^(Uid|CapEff|CapBnd|NoNewPrivs):" /proc/1/status');
    expect(Object.fromEntries(status.split('\n').map((line) => line.split(/:\s+/)))).toEqual({
      Uid: expect.stringMatching(/^10001\s/),
      CapEff: '0000000000000000',
      CapBnd: '0000000000000000',
      NoNewPrivs: '1',
    });
    await expect(shell('waymark-a', 'touch /opt/waymark/new')).rejects.toThrow('Read-only file system');
    await shell('waymark-a', 'touch /data/new');
  });

  test('[W-122] a device and a user reach the nodes; one node stops in time and the other takes over', async () => {
    const token = await signIn(address);
    const groupName = 'Kelso Pipelines';
    await expectDone(post(`${address}/api/admin/group`, { groupName }, token));
    const groups = await read<{ id: number; groupName: string }[]>(`${address}/api/admin/group`, token);
    const group = groups.find((each) => each.groupName === groupName)?.id;
    const added = await expectDone(
      post(`${address}/api/admin/apexagm/add`, { uid: UID, group, lat: 0, lon: 0 }, token),
    );
    const { credential } = (await added.json()) as { credential: Credential };

    const device = await connectAsync(`mqtt://${PROXY}:1883`, { ...credential, protocolVersion: 4 });
    const say = (battery: number) =>
      device.publishAsync(`agm/v1/${UID}/up/hb`, JSON.stringify(heartbeat(battery)), { qos: 1 });
    await say(8100);
    await inContainer('waymark-a', '/opt/waymark/bin/waymark', 'admin', 'backup', '/data/now.backup');
    const graceS = Number.parseInt(serviceOf('waymark-a').stop_grace_period ?? '', 10);
    await engine.podman('stop', '--time', String(graceS), 'waymark-a');
    expect(await engine.podman('inspect', '--format', '{{.State.ExitCode}}', 'waymark-a')).toBe('0');
    await say(8200);
    await device.endAsync();
    const page = `${address}/api/apexagm/${UID}/getHeartbeatHistoricData?page=1&rowsPerPage=15&sortBy=heartbeatTimeStamp&descending=true`;
    const { heartbeatList } = await read<{ heartbeatList: { battery: number }[] }>(page, token);
    expect(heartbeatList.map(({ battery }) => battery)).toEqual([8200, 8100]);
  });
});

describe('waymark.service', () => {
  const NAME = 'systemd';
  const call = (place: string) =>
    `/opt/waymark/runtime/node -e "fetch('http://127.0.0.1:8080${place}').then((a) => console.log(a.status))"`;
  const unit = (...args: readonly string[]) => inContainer(NAME, 'systemctl', ...args);

  beforeAll(async () => {
    const release = path.join(folder, 'release');
    const { code, output } = await runTool('scripts/release.ts', ['--out', release, '--without-archive'], {
      capture: true,
    });
    if (code !== 0) throw new Error(`the release was not made: ${output}`);
    const started = ['run', '--detach', '--name', NAME, '--systemd', 'always', '--privileged'];
    await engine.podman(...started, '--volume', `${release}:/opt/waymark:ro`, SERVICES_IMAGE, '/lib/systemd/systemd');
    await vi.waitFor(() => unit('is-system-running'), WITHIN);
  }, 10 * MINUTES);

  test('[W-123] the commands of the deployment guide start the release under systemd', async () => {
    const guide = await readFile(path.join(root, 'docs/deployment.md'), 'utf8');
    const commands = /## systemd\n\n```sh\n(.*?)```/s.exec(guide)?.[1] ?? '';
    expect(commands).toContain('systemctl enable --now waymark');
    const settings = `WAYMARK_SUPERADMIN_EMAIL=${PERSON.username}\nWAYMARK_SUPERADMIN_PASSWORD=${PERSON.password}\n`;
    await shell(
      NAME,
      commands.replace('cp /opt', `printf '${settings.replaceAll('\n', '\\n')}' > /etc/waymark/waymark.env\ncp /opt`),
    );
    await vi.waitFor(async () => expect(await shell(NAME, call('/readyz'))).toBe('200'), WITHIN);
    expect(await unit('show', 'waymark', '--property', 'ActiveState,NRestarts')).toBe(
      'NRestarts=0\nActiveState=active',
    );
  });

  test('[W-123] the systemd service restarts after a kill, is backed up, and stops in time', async () => {
    const backup = '/var/lib/waymark/data/now.backup';
    await unit('kill', '--signal', 'SIGKILL', '--kill-whom', 'main', 'waymark');
    await vi.waitFor(async () => {
      expect(await unit('show', 'waymark', '--property', 'NRestarts')).toBe('NRestarts=1');
      expect(await shell(NAME, call('/readyz'))).toBe('200');
    }, WITHIN);
    await shell(
      NAME,
      `sudo -u waymark env WAYMARK_DATA_DIR=/var/lib/waymark/data /opt/waymark/bin/waymark admin backup ${backup}`,
    );
    await unit('stop', 'waymark');
    expect(await unit('show', 'waymark', '--property', 'Result,ExecMainStatus')).toBe(
      'Result=success\nExecMainStatus=0',
    );
    expect(await shell(NAME, 'ls /tmp')).not.toContain('wm-');
  });
});
