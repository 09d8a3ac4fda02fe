import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer, type TlsOptions } from 'node:tls';
import { Aedes, type Client, type PublishPacket } from 'aedes';
import { decodeUplink, type Uplink } from '@waymark/device-protocol/mqtt/uplink';
import { encodeDownlink, type Downlink } from '@waymark/device-protocol/mqtt/downlink';
import type { Command } from '@waymark/device-protocol/mqtt/command';

export interface HeardUplink {
  readonly uid: number;
  readonly clientId: string;
  readonly uplink: Uplink;
}

/** A broker like that of the server, which records what it receives in order. */
export class TestBroker {
  readonly heard: HeardUplink[] = [];
  readonly rejected: string[] = [];
  /** While set, nothing is acknowledged and connections break instead. */
  isDeaf = false;
  refusesSubscriptions = false;
  readonly #aedes: Aedes;
  readonly #sockets = new Set<Socket>();
  readonly #waiters = new Set<{ holds: () => boolean; resolve: () => void }>();
  readonly #server: Server;
  readonly #isSecure: boolean;
  #port = 0;

  private constructor(aedes: Aedes, tls: TlsOptions | null) {
    this.#aedes = aedes;
    const serve = (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      aedes.handle(socket);
    };
    this.#isSecure = tls !== null;
    this.#server = tls ? createSecureServer(tls, serve) : createServer(serve);
    aedes.authenticate = (_client, _username, password, done) => done(null, password?.toString() === 'right');
    aedes.authorizePublish = (client, packet, done) => {
      if (this.isDeaf) return done(new Error('deaf'));
      this.#hear(client, packet);
      done(null);
    };
    aedes.authorizeSubscribe = (_client, subscription, done) => {
      done(null, this.refusesSubscriptions ? null : subscription);
    };
    aedes.on('publish', (packet, client) => {
      if (client === null && packet.topic.startsWith('agm/')) this.#hear(null, packet);
    });
  }

  static async start(tls: TlsOptions | null = null): Promise<TestBroker> {
    const broker = new TestBroker(await Aedes.createBroker(), tls);
    await broker.listen();
    return broker;
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Breaks all connections and accepts no new ones until it listens again. */
  async vanish(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  get url(): string {
    return `${this.#isSecure ? 'mqtts' : 'mqtt'}://127.0.0.1:${this.#port}`;
  }

  #hear(client: Client | null, packet: Pick<PublishPacket, 'topic' | 'payload'>): void {
    const decoded = decodeUplink(packet.topic, Buffer.from(packet.payload));
    if (decoded.ok) this.heard.push({ ...decoded.value, clientId: client?.id ?? 'will' });
    else this.rejected.push(decoded.failure.reason);
    for (const waiter of this.#waiters) {
      if (!waiter.holds()) continue;
      this.#waiters.delete(waiter);
      waiter.resolve();
    }
  }

  /** Checked after every message. */
  waitUntil(holds: () => boolean): Promise<void> {
    if (holds()) return Promise.resolve();
    return new Promise((resolve) => this.#waiters.add({ holds, resolve }));
  }

  list<Name extends Uplink['name']>(uid: number, name: Name): Extract<Uplink, { name: Name }>['body'][] {
    return this.heard.flatMap(({ uid: from, uplink }) =>
      from === uid && uplink.name === name ? [uplink.body as never] : [],
    );
  }

  command(uid: number, command: Command): Promise<void> {
    return this.send(uid, { name: 'cmd', body: command });
  }

  async send(uid: number, downlink: Downlink): Promise<void> {
    const { topic, payload, qos, retain } = encodeDownlink(uid, downlink);
    await new Promise<void>((resolve, reject) => {
      this.#aedes.publish({ cmd: 'publish', topic, payload: Buffer.from(payload), qos, retain, dup: false }, (error) =>
        error ? reject(error) : resolve(),
      );
    });
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.#aedes.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
