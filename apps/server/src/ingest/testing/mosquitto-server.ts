import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { findFreePort } from '../../testing/server-process.ts';
import { makeTemporaryFolder } from '../../testing/temporary-folder.ts';
import {
  formatMosquittoAccess,
  formatMosquittoConfig,
  formatMosquittoPasswords,
  hashMosquittoPassword,
  type MosquittoAccess,
  type MosquittoListener,
} from '../../features/credentials/mosquitto-config.ts';
import { passwordOf } from './mqtt-device.ts';

const BINARY = ['/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto'].find((file) => existsSync(file)) ?? 'mosquitto';
const SALT = Buffer.from('salt of test');
const READY_WITHIN_MS = 10_000;

export interface MosquittoTrial {
  readonly devices: readonly number[];
  readonly relays: MosquittoAccess['relays'];
  /** TLS of the port for our servers. */
  readonly tls?: MosquittoListener['tls'];
}

/** A Mosquitto with our generated configuration, on free ports; tests can stop and restart it. */
export class MosquittoServer {
  readonly devicePort: number;
  readonly #serverPort: number;
  readonly #folder: string;
  readonly #scheme: 'mqtt' | 'mqtts';
  #process: ChildProcess | undefined;

  private constructor(folder: string, scheme: 'mqtt' | 'mqtts', devicePort: number, serverPort: number) {
    this.#scheme = scheme;
    this.#folder = folder;
    this.devicePort = devicePort;
    this.#serverPort = serverPort;
  }

  static async start({ devices, relays, tls }: MosquittoTrial): Promise<MosquittoServer> {
    const folder = await makeTemporaryFolder('mosquitto');
    const server = new MosquittoServer(folder, tls ? 'mqtts' : 'mqtt', await findFreePort(), await findFreePort());
    const usernames = ['waymark', ...devices.map(String), ...relays.map(({ name }) => `btgw-${name}`)];
    const passwords = usernames.map((username) => ({
      username,
      hash: hashMosquittoPassword(passwordOf(username), SALT),
    }));
    const at = (name: string): string => path.join(folder, name);
    // When root starts it, it switches to its own user.
    await mkdir(at('data'));
    await chmod(at('data'), 0o777);
    await writeFile(at('passwords'), formatMosquittoPasswords(passwords));
    await writeFile(at('access'), formatMosquittoAccess({ server: 'waymark', relays }));
    await writeFile(
      at('mosquitto.conf'),
      formatMosquittoConfig({
        devices: { host: '127.0.0.1', port: server.devicePort },
        servers: { host: '127.0.0.1', port: server.#serverPort, ...(tls && { tls }) },
        accessFile: at('access'),
        passwordFile: at('passwords'),
        dataFolder: at('data'),
      }),
    );
    await server.start();
    return server;
  }

  /** The address for our servers. */
  get url(): string {
    return `${this.#scheme}://waymark:${encodeURIComponent(passwordOf('waymark'))}@127.0.0.1:${this.#serverPort}`;
  }

  async start(): Promise<void> {
    this.#process = spawn(BINARY, ['-c', path.join(this.#folder, 'mosquitto.conf')], { stdio: 'ignore' });
    const failed = once(this.#process, 'error').then(([error]) => Promise.reject(error as Error));
    await Promise.race([failed, untilListening(this.#serverPort, Date.now() + READY_WITHIN_MS)]);
  }

  /** Replaces its password and access files, as an operator's timer does. */
  async reload(passwords: string, access: string): Promise<void> {
    await writeFile(path.join(this.#folder, 'passwords'), passwords);
    await writeFile(path.join(this.#folder, 'access'), access);
    this.#process?.kill('SIGHUP');
  }

  /** Stops it cleanly: it saves its queued messages. */
  async stop(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (!running || running.exitCode !== null) return;
    const gone = once(running, 'exit');
    running.kill('SIGTERM');
    await gone;
  }

  /** Freezes it: connections stay open, and unanswered packets are lost with a later kill. */
  freeze(): void {
    this.#process?.kill('SIGSTOP');
  }

  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (!running) return;
    const gone = once(running, 'exit');
    running.kill('SIGKILL');
    await gone;
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.#folder, { recursive: true });
  }
}

async function untilListening(port: number, deadline: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
  } catch (error) {
    if (Date.now() > deadline) throw error;
    await new Promise((resolve) => setTimeout(resolve, 20));
    await untilListening(port, deadline);
  } finally {
    socket.destroy();
  }
}
