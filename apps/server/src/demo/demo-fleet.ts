import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import path from 'node:path';
import type { LinkConfig } from '../config.ts';
import type { Log } from '../platform/log.ts';

const SIMULATOR = path.resolve(import.meta.dirname, '../../../simulator/src/main.ts');
const HISTORY_DAYS = 14;
const LONGEST_LEAVE_MS = 8000;

interface Addresses {
  readonly host: string;
  readonly port: number;
  readonly mqttPort: number;
  /** 0: no satellite devices. */
  readonly iridiumPort: number;
}

/** How this machine reaches an address that a server listens on, as it stands in a URL. */
function reach(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return isIPv6(host) ? `[${host}]` : host;
}

/** Where the demo's satellite gateway takes messages to devices: beside the server's own port. */
const findGatewayPort = (iridiumPort: number) => iridiumPort + 1;

/** The links of a server whose satellite devices are the demo's; a gateway that was chosen stays. */
export function linkToDemoGateway(links: LinkConfig): LinkConfig {
  if (links.iridiumPort === 0 || links.iridiumMtUrl !== undefined) return links;
  return { ...links, iridiumMtUrl: `directip://127.0.0.1:${findGatewayPort(links.iridiumPort)}` };
}

/** What the simulator is told of this server. */
export function listFlags({ host, port, mqttPort, iridiumPort }: Addresses): string[] {
  const server = reach(host);
  const satellite = ['--directip', `${server}:${iridiumPort}`, '--mt-port', String(findGatewayPort(iridiumPort))];
  return [
    '--quiet',
    '--with-parent',
    '--scenario=demo',
    `--history-days=${HISTORY_DAYS}`,
    `--server=http://${server}:${port}`,
    `--mqtt=mqtt://${server}:${mqttPort}`,
    ...(iridiumPort === 0 ? ['--kinds', 'cellular,bluetooth'] : satellite),
  ];
}

/** The demo's devices: the simulator as a process of its own, which speaks to this server as real devices would. */
export class DemoFleet {
  readonly #child: ChildProcess;
  #isStopping = false;

  constructor(addresses: Addresses, log: Log) {
    // The environment of the server holds its secrets, which the simulator does not need.
    this.#child = spawn(process.execPath, [SIMULATOR, ...listFlags(addresses)], {
      env: {},
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    let complaint = '';
    this.#child.stderr?.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-500)));
    this.#child.stdin?.on('error', () => undefined);
    this.#child.once('exit', (code) => {
      if (!this.#isStopping) log.warn({ code, complaint }, 'the simulated devices have ended');
    });
  }

  /** Its devices take their leave while the server still listens. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.stdin?.end();
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), LONGEST_LEAVE_MS);
    await exited;
    clearTimeout(timer);
  }
}
