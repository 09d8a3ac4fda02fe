import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createDeviceServer, type DeviceServer, type DeviceServerOptions } from '../device-server/device-server.ts';
import type { MqttPorts } from './gateway.ts';

export interface TlsListener {
  readonly port: number;
  readonly key: string | Uint8Array;
  readonly cert: string | Uint8Array;
  /** Clients must then also show a certificate that this authority has signed. */
  readonly ca?: string | Uint8Array;
}

export interface ListenerOptions extends Pick<DeviceServerOptions, 'isProxy'> {
  readonly host: string;
  /** 0 takes any free port, null listens on none. */
  readonly port: number | null;
  readonly tls?: TlsListener;
  readonly maxConnections: number;
}

/**
 * Connections that the system queues until they are accepted. After a restart all devices connect at once; a device that
 * finds the queue full gets no answer, and retries with a backoff of up to a minute and more.
 */
const BACKLOG = 65_535;

/** The ports on which devices connect. */
export class BrokerListeners {
  readonly #plain: DeviceServer | null;
  readonly #secure: DeviceServer | null;

  private constructor(plain: DeviceServer | null, secure: DeviceServer | null) {
    this.#plain = plain;
    this.#secure = secure;
  }

  static async listen(
    { host, port, tls, maxConnections, isProxy }: ListenerOptions,
    onSocket: (socket: Socket, address: string) => void,
  ): Promise<BrokerListeners> {
    const plain = port === null ? null : createDeviceServer({ isProxy }, onSocket);
    const secure = tls ? createDeviceServer({ isProxy, tls: asTrust(tls) }, onSocket) : null;
    const listeners = new BrokerListeners(plain, secure);
    try {
      for (const [server, at] of [
        [plain?.server, port],
        [secure?.server, tls?.port],
      ] as const) {
        if (!server) continue;
        server.maxConnections = maxConnections;
        server.listen({ port: at ?? 0, host, backlog: BACKLOG });
        await once(server, 'listening');
      }
    } catch (error) {
      await listeners.close();
      throw error;
    }
    return listeners;
  }

  ports(): MqttPorts {
    return { mqtt: findPort(this.#plain), mqtts: findPort(this.#secure) };
  }

  /** Takes no new connection; resolves when all have ended. */
  async close(): Promise<void> {
    const open = [this.#plain, this.#secure].filter((each) => each !== null);
    for (const each of open) each.dropUnfinished();
    await Promise.all(open.map(({ server }) => new Promise<void>((resolve) => server.close(() => resolve()))));
  }
}

function asTrust({ key, cert, ca }: TlsListener) {
  return { key: asPem(key), cert: asPem(cert), ...(ca !== undefined && { ca: asPem(ca) }) };
}

function asPem(text: string | Uint8Array): string | Buffer {
  return typeof text === 'string' ? text : Buffer.from(text);
}

function findPort(listener: DeviceServer | null): number | null {
  return listener?.server.listening ? (listener.server.address() as AddressInfo).port : null;
}
