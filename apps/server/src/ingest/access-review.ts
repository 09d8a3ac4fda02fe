import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientAccess } from '../features/credentials/credentials.queries.ts';
import type { Log } from '../platform/log.ts';
import type { ConnectedClient } from './mqtt/gateway.ts';

const RETRY_MS = 2000;

interface Parts {
  readonly listClients: () => readonly ConnectedClient[];
  readonly listAccess: (clientIds: readonly string[]) => Promise<ReadonlyMap<string, ClientAccess>>;
  readonly log: Log;
  readonly retryMs?: number;
}

/** Ends the connections of clients whose access ended while this node could not be told of it. */
export class AccessReview {
  readonly #parts: Parts;
  #isWanted = false;
  #isRunning = false;
  #isClosed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Tries until the credentials could be read. */
  async run(): Promise<void> {
    this.#isWanted = true;
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#isWanted && !this.#isClosed) {
      this.#isWanted = false;
      await this.#review().catch((error: unknown) => this.#waitAfter(error));
    }
    this.#isRunning = false;
  }

  close(): void {
    this.#isClosed = true;
  }

  async #review(): Promise<void> {
    // Who connects from here on is checked against credentials of which every change is heard.
    const clients = this.#parts.listClients();
    if (clients.length === 0) return;
    const accesses = await this.#parts.listAccess(clients.map(({ clientId }) => clientId));
    const outdated = clients.filter((client) => !isValid(client, accesses.get(client.clientId)));
    for (const client of outdated) client.end();
    if (outdated.length > 0)
      this.#parts.log.info({ count: outdated.length }, 'devices and relays whose access had ended were disconnected');
  }

  async #waitAfter(error: unknown): Promise<void> {
    this.#isWanted = true;
    this.#parts.log.warn({ err: error }, 'the credentials of connected devices could not be reviewed');
    await sleep(this.#parts.retryMs ?? RETRY_MS, undefined, { ref: false });
  }
}

/** Whoever is still being checked may have been checked against what is no longer true: it has to come again. */
function isValid({ issuedAt, uids }: ConnectedClient, access: ClientAccess | undefined): boolean {
  return access !== undefined && access.issuedAt === issuedAt && [...uids].every((uid) => access.uids.has(uid));
}
