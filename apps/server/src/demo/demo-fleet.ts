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

/** Returns the URL host that reaches a listening address of this machine. */
function reach(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return isIPv6(host) ? `[${host}]` : host;
}

/** Port where the demo's satellite gateway takes messages to devices: next to the server's own port. */
const findGatewayPort = (iridiumPort: number) => iridiumPort + 1;

/** Points the links to the demo's satellite gateway, unless another gateway is configured. */
export function linkToDemoGateway(links: LinkConfig): LinkConfig {
  if (links.iridiumPort === 0 || links.iridiumMtUrl !== undefined) return links;
  return { ...links, iridiumMtUrl: `directip://127.0.0.1:${findGatewayPort(links.iridiumPort)}` };
}

/** Lists the simulator's command line flags for this server. */
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

/** The demo's devices: the simulator as a child process that connects to this server like real devices. */
export class DemoFleet {
  readonly #child: ChildProcess;
  #isStopping = false;

  constructor(addresses: Addresses, log: Log) {
    // The environment of the server holds secrets that the simulator does not need.
    this.#child = spawn(process.execPath, [SIMULATOR, ...listFlags(addresses)], {
      env: {},
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    let complaint = '';
    this.#child.stderr?.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-500)));
    this.#child.stdin?.on('error', () => undefined);
    this.#child.once('exit', (code) => {
      if (!this.#isStopping)
        log.warn({ code, complaint }, 'the device simulator ended; the demo has no devices until the next start');
    });
  }

  /** Lets the devices disconnect cleanly while the server still listens. */
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
