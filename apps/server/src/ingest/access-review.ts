import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientAccess } from '../features/credentials/credentials.queries.ts';
import { Coalescer } from '../platform/coalescer.ts';
import type { Log } from '../platform/log.ts';
import type { ConnectedClient } from './mqtt/gateway.ts';

const RETRY_MS = 2000;

interface Parts {
  readonly listClients: () => readonly ConnectedClient[];
  readonly listAccess: (clientIds: readonly string[]) => Promise<ReadonlyMap<string, ClientAccess>>;
  readonly log: Log;
  readonly retryMs?: number;
}

/** Ends the connections of clients whose access ended while this node missed notices. */
export class AccessReview {
  readonly #parts: Parts;
  readonly #reviews = new Coalescer(() => this.#reviewUntilDone());

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Retries until the credentials could be read. */
  run(): Promise<void> {
    return this.#reviews.request();
  }

  /** Does not wait for the running review, which may be waiting to retry. */
  close(): void {
    void this.#reviews.close();
  }

  async #reviewUntilDone(): Promise<void> {
    while (!this.#reviews.isClosed) {
      try {
        return await this.#review();
      } catch (error) {
        this.#parts.log.warn({ err: error }, 'reading the credentials of connected devices failed; retrying');
        await sleep(this.#parts.retryMs ?? RETRY_MS, undefined, { ref: false });
      }
    }
  }

  async #review(): Promise<void> {
    // A client that connects later is checked against credentials of which this node gets change notices.
    const clients = this.#parts.listClients();
    if (clients.length === 0) return;
    const accesses = await this.#parts.listAccess(clients.map(({ clientId }) => clientId));
    const outdated = clients.filter((client) => !isValid(client, accesses.get(client.clientId)));
    for (const client of outdated) client.end();
    if (outdated.length > 0)
      this.#parts.log.info({ count: outdated.length }, 'disconnected devices and relays whose access had ended');
  }
}

/**
 * False while the client's check is still in progress: it may use outdated credentials, so the client has to reconnect.
 */
function isValid({ issuedAt, uids }: ConnectedClient, access: ClientAccess | undefined): boolean {
  return access !== undefined && access.issuedAt === issuedAt && [...uids].every((uid) => access.uids.has(uid));
}
