import type { MobileTerminated } from '@waymark/device-protocol/directip/mobile-terminated';
import { decodeIridiumDownlink } from '@waymark/device-protocol/iridium/downlink';
import type { CommandType } from '@waymark/commands/commands';
import { SecretBox } from '../../../platform/crypto/secret-box.ts';
import { createMtSender } from '../../../ingest/iridium/mt-sender.ts';
import { openTestDoor, type TestDoor } from '../../../ingest/testing/test-door.ts';
import { createSatelliteLink } from '../../../ingest/iridium/satellite-link.ts';
import { DeliveryLoop } from '../delivery-loop.ts';
import { createSatelliteDelivery } from '../satellite-delivery.ts';
import { NO_HANDLERS, TrialCommands } from './trial-commands.ts';

const box = new SecretBox('of the tests');

export const imeiOf = (uid: number) => `300234000${uid}`;
export const keyOf = (uid: number) => Buffer.alloc(24, uid % 251);

/** Satellite devices in a separate database, and deliveries whose clock the test sets. */
export class SatelliteTrial {
  readonly door: TestDoor;
  readonly commands: TrialCommands;
  now = Date.now();

  private constructor(door: TestDoor) {
    this.door = door;
    this.commands = new TrialCommands(door.database);
  }

  static async open(uids: readonly number[]): Promise<SatelliteTrial> {
    const trial = new SatelliteTrial(await openTestDoor(uids, NO_HANDLERS));
    await trial.door.query('update device_states set is_iridium = true');
    for (const uid of uids) {
      await trial.door.query('update devices set imei = $2 where uid = $1', [uid, imeiOf(uid)]);
      await trial.giveKey(uid);
    }
    return trial;
  }

  async giveKey(uid: number): Promise<void> {
    await this.door.query(
      `insert into device_credentials (uid, password_hash, broker_hash, message_key) values ($1, '', '', $2) on conflict do nothing`,
      [uid, box.seal(keyOf(uid).toString('hex'))],
    );
  }

  /** Creates a node's delivery; url null: without a gateway. */
  deliver(url: string | null, options: { readonly timeoutMs?: number } = {}): DeliveryLoop {
    const send = url === null ? null : createMtSender({ url, ...options });
    const link = send && createSatelliteLink(send);
    const { database, log } = this.door;
    return new DeliveryLoop(createSatelliteDelivery({ database, box, link: () => link, now: () => this.now }), log);
  }

  /** Queues commands and returns the id of the last one. */
  async queue(uid: number, type: CommandType, parameters: Record<string, unknown> = {}, count = 1): Promise<number> {
    const orders = Array.from({ length: count }, () => ({ uid, type, parameters }));
    return (await this.commands.queue(...orders)).at(-1) ?? 0;
  }

  async answer(uid: number, id: number, status: 0 | 1 | 2 | 3): Promise<void> {
    this.door.setNow(this.now);
    await this.door.send(uid, { name: 'ack', body: { id, status, detail: 0, t: this.now + id } }, { link: 'iridium' });
  }

  /** The steps of a command after it was queued. */
  async steps(id: number): Promise<(readonly [state: string, detail: string | null])[]> {
    return (await this.commands.steps(id)).slice(1).map(({ state, detail }) => [state, detail] as const);
  }
}

/** Decodes a message with the key of its device. */
export function readMessage({ payload }: MobileTerminated, key: Buffer) {
  return decodeIridiumDownlink(payload ?? new Uint8Array(), key);
}
