import { randomUUID } from 'node:crypto';
import { encodeDownlink } from '@waymark/device-protocol/mqtt/downlink';
import { expect } from 'vitest';
import { COMMANDS_CHANNEL, readCommandsNotice } from '../command-steps.store.ts';
import {
  readReplacedConnectionsNotice,
  REPLACED_CONNECTIONS_CHANNEL,
} from '../../records/replaced-connections-notice.ts';
import { Notices } from '../../../platform/database/notices.ts';
import type { MqttGateway } from '../../../ingest/mqtt/gateway.ts';
import type { TestDoor } from '../../../ingest/testing/test-door.ts';
import { startTrialBroker } from '../../../ingest/testing/trial-broker.ts';
import { createCellularLink } from '../../../ingest/mqtt/cellular-link.ts';
import { createCellularDelivery } from '../cellular-delivery.ts';
import { DeliveryLoop } from '../delivery-loop.ts';
import type { CommandDevice } from './command-device.ts';

const FENCE_CHANNEL = 'fence';

/** The clock of all parts of a test. */
export class TrialTime {
  at = Date.now();
}

type StartBroker = (options: {
  readonly door: TestDoor['receiver'];
  readonly now: () => number;
  readonly onConnected: (uid: number) => void;
  readonly onBroker: () => void;
  readonly nodeId: string;
}) => Promise<{ readonly gateway: MqttGateway; readonly port: number }>;

/** A broker and its delivery on the test database; the clock advances on request. */
export class TrialNode {
  readonly delivery: DeliveryLoop;
  readonly notices: Notices;
  readonly id = randomUUID();
  readonly #door: TestDoor;
  readonly #time: TrialTime;
  #broker: { readonly gateway: MqttGateway; readonly port: number } | undefined;
  #fences = 0;

  private constructor(door: TestDoor, time: TrialTime) {
    const now = () => time.at;
    this.#door = door;
    this.#time = time;
    this.delivery = new DeliveryLoop(
      createCellularDelivery({
        database: door.database,
        link: () => (this.#broker ? createCellularLink(this.#broker.gateway) : null),
        log: door.log,
        now,
      }),
      door.log,
    );
    this.notices = new Notices(door.connection, door.log);
  }

  static async start(door: TestDoor, time: TrialTime, startBroker: StartBroker = startTrialBroker): Promise<TrialNode> {
    const node = new TrialNode(door, time);
    const { delivery, notices } = node;
    notices.on(COMMANDS_CHANNEL, {
      hear: (payload) => delivery.request(readCommandsNotice(payload)),
      back: () => delivery.request(null),
    });
    notices.on(REPLACED_CONNECTIONS_CHANNEL, {
      hear: (payload) => {
        for (const connection of readReplacedConnectionsNotice(payload)) node.gateway.endReplaced(connection);
      },
    });
    notices.on(FENCE_CHANNEL, { hear: () => (node.#fences += 1) });
    await notices.start();
    await door.query(
      `insert into nodes (id, name, version, started_at, memory_bytes, loop_delay_ms, consoles, device_connections, waiting_packets, redis, broker)
       values ($1, 'trial', '1', now(), 0, 0, 0, 0, 0, 'none', 'inside')`,
      [node.id],
    );
    node.#broker = await startBroker({
      door: door.receiver,
      now: () => time.at,
      onConnected: (uid) => delivery.onSubscribed(uid),
      onBroker: () => delivery.request(null),
      nodeId: node.id,
    });
    delivery.request(null);
    return node;
  }

  get port(): number {
    return this.#broker?.port ?? 0;
  }

  get gateway(): MqttGateway {
    if (!this.#broker) throw new Error('the broker has not started');
    return this.#broker.gateway;
  }

  /** Advances the clock and waits for all consequences. */
  async pass(ms: number, ...devices: readonly CommandDevice[]): Promise<void> {
    this.#time.at += ms;
    this.delivery.check();
    await this.rest(...devices);
  }

  /** Waits until all notices are handled and these devices have received their messages. */
  async rest(...devices: readonly CommandDevice[]): Promise<void> {
    const heard = this.#fences;
    await this.#door.query('select pg_notify($1, $2)', [FENCE_CHANNEL, '']);
    await untilMore(() => this.#fences, heard);
    await this.delivery.settle();
    for (const device of devices) await this.#reach(device);
  }

  async close(): Promise<void> {
    await this.delivery.close();
    await this.#broker?.gateway.close();
    await this.notices.close();
  }

  /** Messages to a device arrive in order, so a later one shows that earlier ones have arrived. */
  async #reach({ uid, clocks }: CommandDevice): Promise<void> {
    const count = clocks.length;
    await this.gateway.publish(encodeDownlink(uid, { name: 'time', body: { t: this.#time.at } }));
    await untilMore(() => clocks.length, count);
  }
}

async function untilMore(count: () => number, than: number): Promise<void> {
  await expect.poll(count, { timeout: 10_000, interval: 2 }).toBeGreaterThan(than);
}
