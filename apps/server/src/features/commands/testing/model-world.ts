import { decodeDownlink } from '@waymark/device-protocol/mqtt/downlink';
import type { Publication } from '@waymark/device-protocol/mqtt/uplink';
import { COMMANDS_CHANNEL, readCommandsNotice } from '../command-steps.store.ts';
import type { Notices } from '../../../platform/database/notices.ts';
import { systemOrigin } from '../../../platform/http/call.ts';
import type { TestDoor } from '../../../ingest/testing/test-door.ts';
import { createCellularLink } from '../../../ingest/mqtt/cellular-link.ts';
import { createCellularDelivery } from '../cellular-delivery.ts';
import { DeliveryLoop } from '../delivery-loop.ts';
import { ModelDevice, type Mood } from './model-device.ts';
import { TrialCommands } from './trial-commands.ts';
import { TrialTime } from './trial-node.ts';
import { storeDeviceAnswer } from '../answers.store.ts';

const FENCE_CHANNEL = 'model-fence';

/** Connects database notices to the delivery of the current run. */
export interface NoticeTarget {
  delivery: DeliveryLoop | undefined;
  fences: number;
}

export function forwardNotices(notices: Notices): NoticeTarget {
  const target: NoticeTarget = { delivery: undefined, fences: 0 };
  notices.on(COMMANDS_CHANNEL, { hear: (payload) => target.delivery?.request(readCommandsNotice(payload)) });
  notices.on(FENCE_CHANNEL, { hear: () => (target.fences += 1) });
  return target;
}

export type Action =
  | { readonly kind: 'queue'; readonly device: number; readonly count: number; readonly expiresInS: number | null }
  | { readonly kind: 'connect' | 'disconnect' | 'deafen' | 'loseAnswers' | 'answer'; readonly device: number }
  | { readonly kind: 'work'; readonly device: number; readonly mood: Mood }
  | { readonly kind: 'delete'; readonly place: number }
  | { readonly kind: 'pass'; readonly seconds: number }
  | { readonly kind: 'restart' };

/** Rounds of a minute each: enough for the five-minute pause of a command, with a margin. */
const MOST_ROUNDS = 12;

let lastUid = 1_000_000;

/** The real store and delivery between a user and devices whose connections the test breaks. */
export class ModelWorld {
  readonly devices = [new ModelDevice(++lastUid), new ModelDevice(++lastUid)];
  /** All queued commands, in order. */
  readonly ids: number[] = [];
  readonly time = new TrialTime();
  readonly commands: TrialCommands;
  /** Whether each publication was committed before it was sent. */
  readonly wasCommitted: Promise<boolean>[] = [];
  readonly #door: TestDoor;
  readonly #target: NoticeTarget;
  readonly #published = new Map<number, number>();
  #delivery: DeliveryLoop;

  constructor(door: TestDoor, target: NoticeTarget) {
    this.#door = door;
    this.#target = target;
    this.commands = new TrialCommands(door.database);
    this.#delivery = this.#startDelivery();
  }

  /** Performs the action without waiting for its consequences. */
  async act(action: Action): Promise<void> {
    switch (action.kind) {
      case 'queue':
        return this.#queue(this.#deviceAt(action.device), action.count, action.expiresInS);
      case 'delete':
        return void (await this.commands.delete(this.ids[action.place % Math.max(1, this.ids.length)] ?? 0));
      case 'pass':
        this.time.at += action.seconds * 1000;
        return this.#delivery.check();
      case 'restart':
        return this.#restart();
      case 'work':
        return this.#deviceAt(action.device).work(action.mood, this.time.at);
      case 'connect':
      case 'disconnect':
      case 'deafen':
      case 'loseAnswers':
      case 'answer':
        return this.#move(action.kind, this.#deviceAt(action.device));
    }
  }

  /** Resolves when all consequences of the actions are complete. */
  async rest(): Promise<void> {
    const heard = this.#target.fences;
    await this.#door.query('select pg_notify($1, $2)', [FENCE_CHANNEL, '']);
    while (this.#target.fences === heard) await new Promise(setImmediate);
    await this.#delivery.settle();
  }

  /** Connects all devices, makes them accept commands, and waits until no command is pending. */
  async drain(): Promise<void> {
    for (const device of this.devices) {
      device.isDeaf = false;
      if (!device.isListening) await this.act({ kind: 'connect', device: this.devices.indexOf(device) });
    }
    for (let rounds = 0; rounds < MOST_ROUNDS + 2 * this.ids.length && (await this.#isWaiting()); rounds += 1) {
      await this.act({ kind: 'pass', seconds: 61 });
      await this.rest();
      for (const device of this.devices) {
        device.work('willing', this.time.at);
        await this.#answer(device);
      }
      await this.rest();
    }
  }

  async #isWaiting(): Promise<boolean> {
    const rows = await this.#door.query("select from commands where state in ('queued', 'sent') limit 1");
    return rows.length > 0;
  }

  async close(): Promise<void> {
    await this.#delivery.close();
    this.#target.delivery = undefined;
  }

  #deviceAt(place: number): ModelDevice {
    const device = this.devices[place % this.devices.length];
    if (!device) throw new Error('there are devices');
    return device;
  }

  #startDelivery(): DeliveryLoop {
    const broker = {
      isConnected: true,
      hearsCommands: (uid: number) => this.devices.some((device) => device.uid === uid && device.isListening),
      publish: (publication: Publication) => this.#publish(publication),
    };
    const { database, log } = this.#door;
    const link = createCellularLink(broker);
    const delivery = new DeliveryLoop(
      createCellularDelivery({ database, link: () => link, log, now: () => this.time.at }),
      log,
    );
    this.#target.delivery = delivery;
    delivery.request(null);
    return delivery;
  }

  async #publish({ topic, payload }: Publication): Promise<void> {
    const decoded = decodeDownlink(topic, payload);
    if (!decoded.ok || decoded.value.downlink.name !== 'cmd') throw new Error('not a command');
    const { uid, downlink } = decoded.value;
    const { id } = downlink.body;
    const times = (this.#published.get(id) ?? 0) + 1;
    this.#published.set(id, times);
    this.wasCommitted.push(this.commands.find(id).then(({ attempts }) => attempts >= times));
    for (const device of this.devices) if (device.uid === uid) device.hear(downlink.body);
  }

  async #queue({ uid }: ModelDevice, count: number, expiresInS: number | null): Promise<void> {
    const order = { uid, ...(expiresInS !== null && { expiresAt: this.time.at + expiresInS * 1000 }) };
    this.ids.push(...(await this.commands.queue(...Array.from({ length: count }, () => order))));
  }

  async #move(
    kind: 'connect' | 'disconnect' | 'deafen' | 'loseAnswers' | 'answer',
    device: ModelDevice,
  ): Promise<void> {
    if (kind === 'answer') return this.#answer(device);
    if (kind === 'loseAnswers') device.takeAnswers();
    if (kind === 'deafen') device.isDeaf = true;
    if (kind === 'disconnect') device.isListening = false;
    if (kind !== 'connect') return;
    device.isListening = true;
    this.#delivery.onSubscribed(device.uid);
  }

  async #answer(device: ModelDevice): Promise<void> {
    if (!device.isListening) return;
    for (const { id, status, detail } of device.takeAnswers()) {
      const answer = { uid: device.uid, groupId: 1, commandId: id, status, detail, at: this.time.at };
      await this.#door.database.change(systemOrigin('test'), (change) => storeDeviceAnswer(change, answer));
    }
  }

  async #restart(): Promise<void> {
    await this.#delivery.close();
    for (const device of this.devices) device.isListening = false;
    this.#delivery = this.#startDelivery();
  }
}
