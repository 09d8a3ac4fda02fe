import { rm } from 'node:fs/promises';
import path from 'node:path';
import { startTestSmtpServer, type TestSmtpServer } from '../apps/server/src/platform/mail/test-smtp-server.ts';
import { makeTemporaryFolder } from '../apps/server/src/testing/temporary-folder.ts';
import { createVirtualDevice, type DrivenDevice, type VirtualDeviceSetup } from '../apps/simulator/src/create-virtual-device.ts';
import { findFreePort, startServerProcess, type ServerProcess } from '../apps/server/src/testing/server-process.ts';

const DEMO_PASSWORD = 'Waymark-demo-1';
const NO_TILES = {
  WAYMARK_TILES_BASIC: 'off',
  WAYMARK_TILES_STREETS: 'off',
  WAYMARK_TILES_SATELLITE: 'off',
  WAYMARK_TILES_DEFAULT: 'off',
  WAYMARK_TILES_RADAR: 'off',
};

/** The product as a person runs it: the server with the built console, and a real mail server beside it. */
export class Site {
  readonly url: string;
  readonly mail: TestSmtpServer;
  readonly #port: number;
  readonly #mqttPort: number;
  readonly #folder: string;
  readonly #devices = new Map<number, DrivenDevice>();
  #server: ServerProcess | undefined;

  private constructor(port: number, mqttPort: number, folder: string, mail: TestSmtpServer) {
    this.#port = port;
    this.#mqttPort = mqttPort;
    this.#folder = folder;
    this.mail = mail;
    this.url = `http://127.0.0.1:${port}`;
  }

  static async open(): Promise<Site> {
    const folder = await makeTemporaryFolder('e2e');
    const site = new Site(await findFreePort(), await findFreePort(), folder, await startTestSmtpServer());
    await site.start();
    return site;
  }

  /** Tiles come from nowhere unless a test says where from: the browser would complain of every one. */
  async start(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    this.#server = startServerProcess(this.#port, {
      WAYMARK_DATA_DIR: path.join(this.#folder, 'data'),
      WAYMARK_SMTP_URL: this.mail.url,
      WAYMARK_MQTT_PORT: String(this.#mqttPort),
      ...NO_TILES,
      ...settings,
    });
    await this.#server.ready;
  }

  async stop(): Promise<void> {
    this.#server?.child.kill('SIGTERM');
    await this.#server?.exited;
  }

  async close(): Promise<void> {
    for (const device of this.#devices.values()) await device.close();
    await this.stop();
    await this.mail.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Calls the API as one of the demo's people. */
  async call<Reply>(who: string, method: string, address: string, body?: unknown): Promise<Reply> {
    const grant = { grant_type: 'password', username: `${who}@demo.waymark`, password: DEMO_PASSWORD, client_id: 'e2e' };
    const headers = { 'content-type': 'application/json' };
    const signedIn = await fetch(`${this.url}/api/oauth/token`, { method: 'POST', headers, body: JSON.stringify(grant) });
    const { access_token: token } = (await signedIn.json()) as { access_token: string };
    const answer = await fetch(`${this.url}/api${address}`, {
      method,
      headers: { ...(body !== undefined && headers), authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Reply;
  }

  /** A virtual device of the demo company, known to the server and ready to connect. */
  async addDevice(uid: number, setup: Partial<VirtualDeviceSetup> = {}): Promise<DrivenDevice> {
    const [group] = await this.call<{ id: number }[]>('superadmin', 'GET', '/admin/group');
    const added = await this.call<{ credential: { password: string } }>('superadmin', 'POST', '/admin/apexagm/add', {
      uid,
      group: group?.id,
      lat: 0,
      lon: 0,
    });
    const server = { url: `mqtt://127.0.0.1:${this.#mqttPort}` };
    const way = { kind: 'cellular', server, password: added.credential.password } as const;
    const device = createVirtualDevice({ uid, way, ...setup });
    this.#devices.set(uid, device);
    return device;
  }

  /** Takes it out of the company again, so that the next test finds the map as it was. */
  async removeDevice(uid: number): Promise<void> {
    await this.#devices.get(uid)?.close();
    this.#devices.delete(uid);
    await this.call('superadmin', 'DELETE', `/admin/apexagm/${uid}`);
  }

  /** Gives somebody another password, as he could himself. */
  async setPassword(email: string, current: string, next: string): Promise<void> {
    const post = (address: string, body: object, headers: object = {}) =>
      fetch(this.url + address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const grant = { grant_type: 'password', username: email, password: current, client_id: 'e2e' };
    const { access_token: token } = (await (await post('/api/oauth/token', grant)).json()) as { access_token: string };
    const answer = await post('/api/user/setpassword', { password: next }, { authorization: `Bearer ${token}` });
    if (answer.status !== 200) throw new Error(`the password of ${email} was not set: ${answer.status}`);
  }

  /** The link in the newest mail to this person, once it has come. */
  async findLink(to: string): Promise<string> {
    for (let count = 1; ; count++) {
      await this.mail.untilReceived(count);
      const mail = this.mail.received.slice(count - 1).find((each) => each.to.includes(to));
      if (!mail) continue;
      const text = mail.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
      const link = /https?:\S+set-password#token=[\w-]+/.exec(text)?.[0];
      if (link === undefined) throw new Error(`no link in ${mail.raw}`);
      return link;
    }
  }
}
