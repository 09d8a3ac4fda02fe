import { COMMANDS_CHANNEL, readCommandsNotice } from '../../features/commands/commands-notice.ts';
import { findThing } from '../../features/devices/devices.api.ts';
import * as downloads from '../../features/downloads/downloads.api.ts';
import { systemScope } from '../../platform/access/scope.ts';
import type { Context } from '../../platform/part.ts';
import { createMtSender } from '../iridium/mt-sender.ts';
import { CommandDelivery } from './command-delivery.ts';
import { DownloadDelivery } from './download-delivery.ts';
import type { Broker } from './reach.ts';
import { SatelliteDelivery } from './satellite-delivery.ts';

interface Parts extends Pick<Context, 'database' | 'notices' | 'box' | 'log' | 'closing'> {
  readonly iridiumMtUrl: string | undefined;
  readonly iridiumMtMax: number;
  readonly broker: () => Broker | null;
  readonly now: () => number;
}

/** null: no gateway to satellites is configured. */
function createSender({ iridiumMtUrl: url, iridiumMtMax: maxPayload, database }: Parts) {
  if (url === undefined) return null;
  const reader = database.read(systemScope('satellite messages'));
  return createMtSender({ url, maxPayload, findThing: (imei) => findThing(reader, imei) });
}

/** Sends commands and requests for packets of downloads, over MQTT and satellite. */
export class Deliveries {
  readonly #parts: Parts;
  readonly #commands: CommandDelivery;
  readonly #downloads: DownloadDelivery;
  readonly #satellites: SatelliteDelivery;

  constructor(parts: Parts) {
    const { notices } = parts;
    this.#parts = parts;
    this.#commands = new CommandDelivery(parts);
    this.#downloads = new DownloadDelivery(parts);
    this.#satellites = new SatelliteDelivery({ ...parts, send: createSender(parts) });
    notices.on(COMMANDS_CHANNEL, {
      hear: (payload) => this.#satellites.request(readCommandsNotice(payload)),
      back: () => this.#satellites.request(null),
    });
    notices.on(COMMANDS_CHANNEL, {
      hear: (payload) => this.#commands.request(readCommandsNotice(payload)),
      back: () => this.#commands.review(),
    });
    notices.on(downloads.DOWNLOAD_WISHES_CHANNEL, {
      hear: (payload) => this.#downloads.request(downloads.readWishesNotice(payload)),
      back: () => this.#downloads.request(null),
    });
  }

  start(): void {
    const { closing } = this.#parts;
    this.#satellites.start();
    closing.add('satellite commands', () => this.#satellites.close());
    this.#commands.start();
    closing.add('command delivery', () => this.#commands.close());
    this.#downloads.request(null);
    closing.add('requests for downloads', () => this.#downloads.close());
  }

  /** Called when the device has subscribed: earlier messages to it may have been lost. */
  onSubscribed(uid: number): void {
    this.#commands.onSubscribed(uid);
    this.#downloads.onSubscribed(uid);
  }

  /** Called when the external broker is connected, for the first time or again. */
  onBroker(): void {
    this.#commands.review();
    this.#downloads.request(null);
  }
}
