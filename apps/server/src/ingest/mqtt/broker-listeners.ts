import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createSecureServer, type SecureServer } from '../../platform/tls.ts';
import type { MqttPorts } from './gateway.ts';

export interface TlsListener {
  readonly port: number;
  readonly key: string | Uint8Array;
  readonly cert: string | Uint8Array;
  /** Clients must then also show a certificate that this authority has signed. */
  readonly ca?: string | Uint8Array;
}

export interface ListenerOptions {
  readonly host: string;
  /** 0 takes any free port, null listens on none. */
  readonly port: number | null;
  readonly tls?: TlsListener;
  readonly maxConnections: number;
}

/** The ports on which devices connect. */
export class BrokerListeners {
  readonly #plain: Server | null;
  readonly #secure: SecureServer | null;

  private constructor(plain: Server | null, secure: SecureServer | null) {
    this.#plain = plain;
    this.#secure = secure;
  }

  static async listen(options: ListenerOptions, onSocket: (socket: Socket) => void): Promise<BrokerListeners> {
    const { host, port, tls, maxConnections } = options;
    const plain = port === null ? null : createServer({ noDelay: true }, onSocket);
    const secure = tls ? createSecureServer(asTrust(tls), {}, onSocket) : null;
    const listeners = new BrokerListeners(plain, secure);
    try {
      for (const [server, at] of [
        [plain, port],
        [secure?.server, tls?.port],
      ] as const) {
        if (!server) continue;
        server.maxConnections = maxConnections;
        server.listen(at ?? 0, host);
        await once(server, 'listening');
      }
    } catch (error) {
      await listeners.close();
      throw error;
    }
    return listeners;
  }

  ports(): MqttPorts {
    return { mqtt: findPort(this.#plain), mqtts: findPort(this.#secure?.server) };
  }

  /** Takes nobody any more; resolves when all connections have ended. */
  async close(): Promise<void> {
    this.#secure?.dropHandshakes();
    await Promise.all(
      [this.#plain, this.#secure?.server].map(
        (server) =>
          new Promise<void>((resolve) => {
            if (server) server.close(() => resolve());
            else resolve();
          }),
      ),
    );
  }
}

function asTrust({ key, cert, ca }: TlsListener) {
  return { key: asPem(key), cert: asPem(cert), ...(ca !== undefined && { ca: asPem(ca) }) };
}

function asPem(text: string | Uint8Array): string | Buffer {
  return typeof text === 'string' ? text : Buffer.from(text);
}

function findPort(server: Server | null | undefined): number | null {
  return server?.listening ? (server.address() as AddressInfo).port : null;
}
