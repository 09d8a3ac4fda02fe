import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import pg from 'pg';
import { listFlags } from '../apps/server/src/demo/demo-fleet.ts';
import { startTestSmtpServer, type TestSmtpServer } from '../apps/server/src/platform/mail/test-smtp-server.ts';
import { makeTemporaryFolder } from '../apps/server/src/testing/temporary-folder.ts';
import { findFreePort, startServerProcess, type ServerProcess } from '../apps/server/src/testing/server-process.ts';
import {
  createVirtualDevice,
  type DrivenDevice,
  type VirtualDeviceSetup,
} from '../apps/simulator/src/create-virtual-device.ts';
import { readOptions } from '../apps/simulator/src/options.ts';
import { runSimulator, type RunningFleet } from '../apps/simulator/src/run-simulator.ts';
import { buildImei } from '../apps/simulator/src/scenario/plan-fleet.ts';
import { DirectIpSender } from '../apps/simulator/src/transport/direct-ip-sender.ts';
import { SatelliteGateway } from '../apps/simulator/src/transport/satellite-gateway.ts';
import { findEmbeddedConnection } from '../bench/embedded-connection.ts';
import type { PigRunText } from '../packages/contract/src/runs/pig-run.ts';
import { readRun } from '../packages/contract/src/runs/read-run.ts';
import type { Place } from '../packages/domain/src/geo/great-circle.ts';
import type { NotificationRule } from '../packages/domain/src/path/notification-rule.ts';
import type { SavedPigPath } from '../packages/contract/src/runs/pig-path.ts';
import { readPath, writePath } from '../packages/contract/src/runs/read-path.ts';
import type { Run } from '../packages/domain/src/run/run.ts';
import { formatUtcSecond } from '../packages/domain/src/time/utc.ts';
import {
  buildLaunch,
  buildPathOf,
  buildRule,
  minutesAgo,
  placeAt,
  type LaunchedRun,
  type RunChoice,
} from './run-site.ts';

// The calls of a journey, beside `call` (as the superadmin) and `callAs`:
//   devices  registerDevice addDevice addDeviceAt addSatelliteDevice removeDevices · device.passage({ at, place })
//   runs     launchRun ruleFor readRun untilRun endRuns · minutesAgo placeAt (run-site.ts) · follow
//   people   addCompany setPassword findLink
//   all      startDemoFleet

const DEMO_PASSWORD = 'Waymark-demo-1';
const NO_TILES = {
  WAYMARK_TILES_BASIC: 'off',
  WAYMARK_TILES_STREETS: 'off',
  WAYMARK_TILES_SATELLITE: 'off',
  WAYMARK_TILES_DEFAULT: 'off',
  WAYMARK_TILES_RADAR: 'off',
};

/** The default: no tile settings. */
export const PUBLIC_TILES = Object.fromEntries(Object.keys(NO_TILES).map((name) => [name, '']));

const DEMO_COMPANY = 'Demo Pipelines';
const SUPERADMIN = 'superadmin@demo.waymark';
const ADMIN = 'admin@demo.waymark';

interface Credential {
  readonly password: string;
  /** Hex. */
  readonly messageKey: string;
}

interface AddedDevice {
  readonly uid: number;
  readonly lat?: number;
  readonly lon?: number;
  readonly imei?: string;
  readonly company?: string;
}

type Ports = Readonly<Record<'http' | 'mqtt' | 'iridium', number>>;

/** The product as a user runs it: the server with the built console, and a real mail server beside it. */
export class Site {
  readonly url: string;
  readonly mail: TestSmtpServer;
  readonly #ports: Ports;
  readonly #folder: string;
  readonly #devices = new Map<number, DrivenDevice>();
  /** Runs that exist only for `follow`. */
  readonly #followed: LaunchedRun[] = [];
  readonly #tokens = new Map<string, Promise<string>>();
  readonly #leavers = new Set<() => Promise<void>>();
  #mailsRead = 0;
  #server: ServerProcess | undefined;
  #fleet: RunningFleet | undefined;

  private constructor(ports: Ports, folder: string, mail: TestSmtpServer) {
    this.#ports = ports;
    this.#folder = folder;
    this.mail = mail;
    this.url = `http://127.0.0.1:${ports.http}`;
  }

  static async open(): Promise<Site> {
    const folder = await makeTemporaryFolder('e2e');
    const [http, mqtt, iridium] = [await findFreePort(), await findFreePort(), await findFreePort()];
    const site = new Site({ http, mqtt, iridium }, folder, await startTestSmtpServer());
    await site.start();
    return site;
  }

  /** Starts the server without tile sources unless a test sets one: the browser would report every failed tile. */
  async start(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    this.#server = startServerProcess(this.#ports.http, {
      WAYMARK_DATA_DIR: path.join(this.#folder, 'data'),
      WAYMARK_SMTP_URL: this.mail.url,
      WAYMARK_MQTT_PORT: String(this.#ports.mqtt),
      WAYMARK_IRIDIUM_PORT: String(this.#ports.iridium),
      ...NO_TILES,
      ...settings,
    });
    await this.#server.ready;
  }

  async stop(): Promise<void> {
    this.#server?.child.kill('SIGTERM');
    await this.#server?.exited;
  }

  /** Starts the devices of the demo and its runs, with this many days of history. */
  async startDemoFleet(historyDays: number): Promise<void> {
    const { http: port, mqtt: mqttPort, iridium: iridiumPort } = this.#ports;
    const options = readOptions(listFlags({ host: '127.0.0.1', port, mqttPort, iridiumPort }));
    this.#fleet = await runSimulator({ ...options, 'history-days': historyDays }, Date.now);
    await this.#fleet.started;
  }

  async close(): Promise<void> {
    await this.#fleet?.stop();
    for (const device of this.#devices.values()) await device.close();
    await this.stop();
    await this.mail.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #signIn(username: string): Promise<string> {
    const grant = { grant_type: 'password', username, password: DEMO_PASSWORD, client_id: 'e2e' };
    const headers = { 'content-type': 'application/json' };
    const signedIn = await fetch(`${this.url}/api/oauth/token`, {
      method: 'POST',
      headers,
      body: JSON.stringify(grant),
    });
    return ((await signedIn.json()) as { access_token: string }).access_token;
  }

  #findToken(email: string): Promise<string> {
    const token = this.#tokens.get(email) ?? this.#signIn(email);
    this.#tokens.set(email, token);
    return token;
  }

  /** Calls the API as the superadmin. */
  call<Reply>(method: string, address: string, body?: unknown): Promise<Reply> {
    return this.callAs<Reply>(SUPERADMIN, method, address, body);
  }

  /** Calls the API as a user who has the demo's password. */
  async callAs<Reply>(email: string, method: string, address: string, body?: unknown): Promise<Reply> {
    const send = async () =>
      fetch(`${this.url}/api${address}`, {
        method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          authorization: `Bearer ${await this.#findToken(email)}`,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    let answer = await send();
    // A journey may have ended the user's sessions by a new password, and some calls need a sign-in of the last minutes.
    if ([401, 403].includes(answer.status) && this.#tokens.delete(email)) answer = await send();
    if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Reply;
  }

  /** Registers a device that has never connected, at the given place. */
  async registerDevice({ uid, lat = 0, lon = 0, imei, company = DEMO_COMPANY }: AddedDevice): Promise<Credential> {
    const groups = await this.call<{ id: number; groupName: string }[]>('GET', '/admin/group');
    const group = groups.find(({ groupName }) => groupName === company)?.id;
    const added = await this.call<{ credential: Credential }>('POST', '/admin/apexagm/add', {
      uid,
      group,
      lat,
      lon,
      imei,
    });
    return added.credential;
  }

  /** A virtual device, registered and ready to connect. */
  async addDevice(
    uid: number,
    setup: Partial<VirtualDeviceSetup> & { readonly company?: string } = {},
  ): Promise<DrivenDevice> {
    const { company, ...virtual } = setup;
    const { password } = await this.registerDevice({ uid, ...(company !== undefined && { company }) });
    return this.createDevice(uid, password, virtual);
  }

  /** A virtual device on the line of `launchRun`, or at a place, and online. */
  async addDeviceAt(uid: number, at: number | Place, setup: Partial<VirtualDeviceSetup> = {}): Promise<DrivenDevice> {
    const { lat, lon } = typeof at === 'number' ? placeAt(at) : at;
    const { password } = await this.registerDevice({ uid, lat, lon });
    const device = this.createDevice(uid, password, { lat, lon, ...setup });
    await device.connect();
    return device;
  }

  /** A virtual device with an existing credential. */
  createDevice(uid: number, password: string, setup: Partial<VirtualDeviceSetup> = {}): DrivenDevice {
    const server = { url: `mqtt://127.0.0.1:${this.#ports.mqtt}` };
    const device = createVirtualDevice({ uid, way: { kind: 'cellular', server, password }, ...setup });
    this.#devices.set(uid, device);
    return device;
  }

  /** A virtual device on the satellite link. */
  async addSatelliteDevice(uid: number, setup: Partial<VirtualDeviceSetup> = {}): Promise<DrivenDevice> {
    const { messageKey } = await this.registerDevice({ uid, imei: buildImei(uid) });
    const sender = new DirectIpSender({ host: '127.0.0.1', port: this.#ports.iridium, onError: () => undefined });
    const gateway = new SatelliteGateway();
    const way = { kind: 'iridium', sender, gateway, messageKey: Buffer.from(messageKey, 'hex') } as const;
    const device = createVirtualDevice({ uid, way, ...setup });
    this.#devices.set(uid, device);
    return device;
  }

  /**
   * `leave` runs before a cleanup removes devices or runs that a page may show. Returns a function that unregisters it.
   */
  onRemoval(leave: () => Promise<void>): () => void {
    this.#leavers.add(leave);
    return () => this.#leavers.delete(leave);
  }

  async #leavePages(): Promise<void> {
    for (const leave of this.#leavers) await leave();
  }

  /** Removes all devices after every page has left them, so that the next test finds the map empty. */
  async removeDevices(): Promise<void> {
    await this.#leavePages();
    for (const device of this.#devices.values()) await device.close();
    this.#devices.clear();
    for (const { runId, pathId } of this.#followed.splice(0)) await this.#removeRun(runId, pathId);
    await this.#emptyRuns();
    const known = await this.call<{ uId: number }[]>('GET', '/apexagm');
    for (const { uId } of known) await this.call('DELETE', `/admin/apexagm/${uId}`);
  }

  /** Removes all devices from the active runs, because a device that watches an active run cannot be deleted. */
  async #emptyRuns(): Promise<void> {
    for (const { runId } of await this.call<{ runId: number }[]>('GET', '/pigrun')) {
      const { pigPath } = await this.call<PigRunText>('GET', `/pigrun/${runId}`);
      const unwatched = JSON.stringify({ ...(JSON.parse(pigPath) as object), agms: [], offlineAgms: {} });
      await this.call('POST', '/pigrun/updateAgms', { runId, path: unwatched });
    }
  }

  /** Queries the database directly, for changes that the API does not offer. */
  async query(text: string, values: readonly unknown[]): Promise<readonly unknown[]> {
    const client = new pg.Client(findEmbeddedConnection(path.join(this.#folder, 'data')));
    await client.connect();
    const { rows } = await client.query<Readonly<Record<string, unknown>>>(text, [...values]);
    await client.end();
    return rows;
  }

  /** Adds a company and its admin, who has the demo's password. Does nothing for a known company. */
  async addCompany(name: string, adminEmail: string): Promise<void> {
    await this.query(
      `with company as (insert into groups (name) values ($1) on conflict do nothing returning id),
        person as (insert into users (group_id, email, name, role) select id, $2, $1 || ' Admin', 'admin' from company returning id)
        insert into passwords (user_id, hash) select person.id, p.hash from person, passwords p
        join users u on u.id = p.user_id where u.email = 'admin@demo.waymark'`,
      [name, adminEmail],
    );
  }

  /** Shows these devices to the demo's viewer: a run with them notifies the viewer. `removeDevices` ends this. */
  async follow(uids: readonly number[]): Promise<void> {
    const pig = `FOLLOWED-${uids[0]}`;
    const rules = [await this.ruleFor('viewer')];
    this.#followed.push(
      await this.launchRun({ pathName: `Followed ${uids[0]}`, pig, agms: uids, rules, launchAt: minutesAgo(0) }),
    );
  }

  /** Saves a path and launches a pig on it, as the demo's admin. */
  async launchRun(choice: RunChoice): Promise<LaunchedRun> {
    const sent = buildPathOf(choice);
    // A company has each path name once, but several runs may show it: a run keeps its own copy of the path.
    const paths = (await this.callAs<SavedPigPath[]>(ADMIN, 'GET', '/pigrun/pigpath')).map(readPath);
    const isTaken = paths.some((other) => other.name.toLowerCase() === sent.name.toLowerCase());
    const name = isTaken ? `${sent.name} ${paths.length + 1}` : sent.name;
    const pathId = await this.callAs<number>(ADMIN, 'POST', '/pigrun/pigpath/add', writePath({ ...sent, name }));
    const saved = await this.callAs<SavedPigPath>(ADMIN, 'GET', `/pigrun/pigpath/${pathId}`);
    const [pig = ''] = sent.pigs;
    const launch = buildLaunch({ ...readPath(saved), name: sent.name }, pig, formatUtcSecond(choice.launchAt));
    const { runId } = await this.callAs<{ readonly runId: number }>(ADMIN, 'POST', '/pigrun/add/', launch);
    return { runId, pathId, pig, markers: (await this.readRun(runId)).path.markers };
  }

  /** A rule of a run without a medium, so that it sends nothing, unless `changes` has one. */
  async ruleFor(who: 'viewer' | 'admin', changes: Partial<NotificationRule> = {}): Promise<NotificationRule> {
    const me = await this.callAs<{ readonly id: number; readonly name: string }>(
      `${who}@demo.waymark`,
      'GET',
      '/pigrun/user/get-user',
    );
    return buildRule(me.name, me.id, changes);
  }

  async readRun(runId: number): Promise<Run> {
    return readRun(await this.call<PigRunText>('GET', `/pigrun/${runId}`));
  }

  /** Waits until the run meets the condition: messages of devices reach it a moment later. */
  async untilRun(runId: number, isSo: (run: Run) => boolean): Promise<Run> {
    let run = await this.readRun(runId);
    const read = async () => isSo((run = await this.readRun(runId)));
    if (!isSo(run)) await expect.poll(read, { intervals: [50, 100], message: `run ${runId}` }).toBe(true);
    return run;
  }

  async #removeRun(runId: number, pathId: number): Promise<void> {
    await this.call('DELETE', `/pigrun/${runId}`);
    await this.call('DELETE', `/pigrun/pigpath/${pathId}`);
  }

  /** Removes all runs and paths after every page has left them. */
  async endRuns(): Promise<void> {
    await this.#leavePages();
    this.#followed.length = 0;
    for (const { runId } of await this.call<{ runId: number }[]>('GET', '/pigrun'))
      await this.call('DELETE', `/pigrun/${runId}`);
    for (const { pathId } of await this.call<{ pathId: number }[]>('GET', '/pigrun/pigpath'))
      await this.call('DELETE', `/pigrun/pigpath/${pathId}`);
  }

  /** Changes a user's password with the user's own call. */
  async setPassword(email: string, current: string, next: string): Promise<void> {
    const post = (address: string, body: object, headers: object = {}) =>
      fetch(this.url + address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const grant = { grant_type: 'password', username: email, password: current, client_id: 'e2e' };
    const { access_token: token } = (await (await post('/api/oauth/token', grant)).json()) as { access_token: string };
    const answer = await post(
      '/api/user/setpassword',
      { currentPassword: current, password: next },
      { authorization: `Bearer ${token}` },
    );
    if (answer.status !== 200) throw new Error(`the password of ${email} was not set: ${answer.status}`);
    this.#tokens.delete(email);
  }

  /** The link in the next mail to this user, once it has arrived. Mails that came before the last link do not count. */
  async findLink(to: string): Promise<string> {
    for (;;) {
      await this.mail.untilReceived(++this.#mailsRead);
      const mail = this.mail.received[this.#mailsRead - 1];
      const text = mail?.to.includes(to) ? mail.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=') : '';
      const link = /https?:\S+set-password#token=[\w-]+/.exec(text)?.[0];
      if (link !== undefined) return link;
    }
  }
}
