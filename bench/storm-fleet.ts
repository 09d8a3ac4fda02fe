// Devices that have lost their server. Each retries about every second. After connecting it subscribes to its commands
// and publishes online and a heartbeat.
import { connect, type Socket } from 'node:net';
import { buildConnect, buildPublish, buildSubscribe, CONNACK, cutPackets, PUBACK } from './mqtt-packets.ts';
import { passwordOf } from './command-messages.ts';
import { buildHeartbeat } from './hostile-messages.ts';
import type { StormOrder, StormReport } from './storm-messages.ts';

const RETRY_MS = 1000;
/** Firmware closes a connection that is not accepted within this time. */
const PATIENCE_MS = 20_000;
/** A source address has fewer ports than the fleet has devices. */
const PER_ADDRESS = 5000;

class StormDevice {
  readonly #port: number;
  readonly #uid: number;
  readonly #address: string;
  readonly #onAck: (isBack: boolean) => void;
  readonly #onFailure: () => void;
  #rest: Buffer = Buffer.alloc(0);
  #acknowledged = 0;

  constructor({ port, firstUid }: StormOrder, at: number, onAck: (isBack: boolean) => void, onFailure: () => void) {
    this.#port = port;
    this.#uid = firstUid + at;
    this.#address = `127.0.0.${1 + Math.floor(at / PER_ADDRESS)}`;
    this.#onAck = onAck;
    this.#onFailure = onFailure;
    setTimeout(() => this.#connect(), Math.random() * RETRY_MS);
  }

  #connect(): void {
    const socket = connect({ port: this.#port, host: '127.0.0.1', localAddress: this.#address, noDelay: true });
    let wasOpen = false;
    socket.setTimeout(PATIENCE_MS, () => {
      if (this.#acknowledged < 2) socket.destroy();
    });
    socket.on('connect', () => (wasOpen = true));
    socket.on('connect', () => socket.write(buildConnect(this.#uid, passwordOf(this.#uid))));
    socket.on('data', (chunk) => this.#read(socket, chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (this.#acknowledged === 2) return;
      if (wasOpen) this.#onFailure();
      this.#rest = Buffer.alloc(0);
      this.#acknowledged = 0;
      setTimeout(() => this.#connect(), RETRY_MS * (0.5 + Math.random()));
    });
  }

  #read(socket: Socket, chunk: Buffer): void {
    this.#rest = cutPackets(Buffer.concat([this.#rest, chunk]), (type, bytes, at) => {
      if (type === CONNACK && bytes[at + 1] === 0) this.#greet(socket);
      if (type === PUBACK) {
        this.#acknowledged += 1;
        this.#onAck(this.#acknowledged === 2);
      }
    });
  }

  #greet(socket: Socket): void {
    const t = Date.now();
    const topic = `agm/v1/${this.#uid}`;
    const online = JSON.stringify({ online: 1, via: 'cell', fw: '10.71', t });
    const said = [
      buildSubscribe(`${topic}/dn/#`, 1),
      buildPublish(`${topic}/up/status`, 2, online),
      buildPublish(`${topic}/up/hb`, 3, buildHeartbeat(t)),
    ];
    socket.write(Buffer.concat(said));
  }
}

process.once('message', (order: StormOrder) => {
  let firstAckAt = 0;
  let failed = 0;
  let back = 0;
  const onAck = (isBack: boolean) => {
    if (firstAckAt === 0) firstAckAt = Date.now();
    if (isBack) back += 1;
    if (back === order.devices && isBack)
      process.send?.({ firstAckAt, allBackAt: Date.now(), failed } satisfies StormReport);
  };
  for (let at = 0; at < order.devices; at += 1) void new StormDevice(order, at, onAck, () => (failed += 1));
});
