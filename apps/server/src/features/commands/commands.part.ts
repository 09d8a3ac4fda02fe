import type { Uid } from '@waymark/domain/ids';
import { systemScope } from '../../platform/access/scope.ts';
import type { Context } from '../../platform/part.ts';
import * as downloads from '../downloads/downloads.api.ts';
import { createAutoDownloadJobs } from './auto-download.jobs.ts';
import { createCellularDelivery, createDownloadRequests, type CellularLink } from './cellular-delivery.ts';
import { COMMANDS_CHANNEL, readCommandsNotice } from './command-steps.store.ts';
import { createCommandsHandlers } from './commands.routes.ts';
import { countListedCommands } from './deliveries.queries.ts';
import { DeliveryLoop } from './delivery-loop.ts';
import { createSatelliteDelivery, type SatelliteLink } from './satellite-delivery.ts';
import { createStreamStopJobs } from './stream-stop.jobs.ts';

export function createCommandsPart(context: Context) {
  const { database, metrics } = context;
  metrics.watchStored('commands', 'Commands that no device has accepted, by state.', () =>
    countListedCommands(database.read(systemScope('metrics'))),
  );
  return {
    handlers: { commands: createCommandsHandlers(database) },
    jobs: [...createAutoDownloadJobs(database), ...createStreamStopJobs(database)],
    deliveries: new Deliveries(context),
  };
}

/** The links to devices; null: not configured. */
interface DeviceLinks {
  readonly cellular: CellularLink | null;
  readonly satellite: SatelliteLink | null;
}

/** Sends commands, and requests for packets of downloads, over the links that ingest opens. */
export class Deliveries {
  readonly #closing: Context['closing'];
  readonly #commands: DeliveryLoop;
  readonly #downloads: DeliveryLoop;
  readonly #satellites: DeliveryLoop;
  #links: DeviceLinks = { cellular: null, satellite: null };

  constructor({ database, notices, box, log, closing }: Context) {
    const parts = { database, log, now: Date.now, link: () => this.#links.cellular };
    const satellite = { database, box, now: Date.now, link: () => this.#links.satellite };
    this.#closing = closing;
    this.#commands = new DeliveryLoop(createCellularDelivery(parts), log);
    this.#downloads = new DeliveryLoop(createDownloadRequests(parts), log);
    this.#satellites = new DeliveryLoop(createSatelliteDelivery(satellite), log);
    notices.on(COMMANDS_CHANNEL, wake(this.#satellites, readCommandsNotice));
    notices.on(COMMANDS_CHANNEL, wake(this.#commands, readCommandsNotice));
    notices.on(downloads.DOWNLOAD_WISHES_CHANNEL, wake(this.#downloads, downloads.readWishesNotice));
  }

  start(links: DeviceLinks): void {
    this.#links = links;
    this.#satellites.start();
    this.#closing.add('satellite commands', () => this.#satellites.close());
    this.#commands.start();
    this.#closing.add('command delivery', () => this.#commands.close());
    this.#downloads.start();
    this.#closing.add('requests for downloads', () => this.#downloads.close());
  }

  /** Called when the device has subscribed: earlier messages to it may have been lost. */
  onSubscribed(uid: Uid): void {
    this.#commands.onSubscribed(uid);
    this.#downloads.onSubscribed(uid);
  }

  /** Called when the external broker is connected, for the first time or again. */
  onBroker(): void {
    this.#commands.request(null);
    this.#downloads.request(null);
  }
}

function wake(loop: DeliveryLoop, readUids: (payload: string) => readonly number[] | null) {
  return { hear: (payload: string) => loop.request(readUids(payload)), back: () => loop.request(null) };
}
