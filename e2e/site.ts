import { rm } from 'node:fs/promises';
import path from 'node:path';
import { startTestSmtpServer, type TestSmtpServer } from '../apps/server/src/platform/mail/test-smtp-server.ts';
import { makeTemporaryFolder } from '../apps/server/src/testing/temporary-folder.ts';
import { findFreePort, startServerProcess, type ServerProcess } from '../apps/server/src/testing/server-process.ts';

/** The product as a person runs it: the server with the built console, and a real mail server beside it. */
export class Site {
  readonly url: string;
  readonly mail: TestSmtpServer;
  readonly #port: number;
  readonly #folder: string;
  #server: ServerProcess | undefined;

  private constructor(port: number, folder: string, mail: TestSmtpServer) {
    this.#port = port;
    this.#folder = folder;
    this.mail = mail;
    this.url = `http://127.0.0.1:${port}`;
  }

  static async open(): Promise<Site> {
    const folder = await makeTemporaryFolder('e2e');
    const site = new Site(await findFreePort(), folder, await startTestSmtpServer());
    await site.start();
    return site;
  }

  async start(): Promise<void> {
    this.#server = startServerProcess(this.#port, {
      WAYMARK_DATA_DIR: path.join(this.#folder, 'data'),
      WAYMARK_SMTP_URL: this.mail.url,
    });
    await this.#server.ready;
  }

  async stop(): Promise<void> {
    this.#server?.child.kill('SIGTERM');
    await this.#server?.exited;
  }

  async close(): Promise<void> {
    await this.stop();
    await this.mail.close();
    await rm(this.#folder, { recursive: true, force: true });
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
