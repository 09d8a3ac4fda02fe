import { randomUUID } from 'node:crypto';
import type { Client } from 'aedes';
import { addressKey } from '../../platform/http/address-key.ts';
import type { DeviceConnection } from '../../features/records/device-connection.ts';
import type { DurableUplink } from '../device-message.ts';
import { PendingMessages } from '../pending-messages.ts';
import type { CountedConnection } from './address-counts.ts';
import { listUids, type ClientAccount } from './client-account.ts';
import type { ConnectedClient } from './gateway.ts';
import { HeldMessages } from './held-messages.ts';

const NOBODY: ReadonlySet<number> = new Set();

/** One connection to the broker: who it is, and whom it has declared online. */
export class ClientSession implements ConnectedClient {
  readonly client: Client;
  /** Unlike that of every other connection to any node. */
  readonly id = randomUUID();
  readonly address: string;
  /** Limits count by this: IPv6 customers have a whole /64. */
  readonly network: string;
  clientId = '';
  username = '';
  /** Where its last will would be published; the will itself never reaches aedes. */
  willTopic: string | null = null;
  uids = NOBODY;
  issuedAt: number | null = null;
  verifiedAt = 0;
  /** Its credential has changed while it was being looked up. */
  mustCheckAgain = false;
  link: 'cellular' | 'bluetooth' = 'cellular';
  readonly onlineUids = new Set<number>();
  readonly held = new HeldMessages();
  readonly pending = new PendingMessages();
  readonly #counted: CountedConnection;

  constructor(client: Client, address: string, counted: CountedConnection) {
    this.client = client;
    this.address = address;
    this.network = addressKey(address);
    this.#counted = counted;
    client.conn.once('close', counted.ended);
  }

  signIn(account: ClientAccount, willUid: number | null): void {
    this.#counted.signedIn();
    this.verifiedAt = account.verifiedAt;
    this.uids = listUids(account);
    this.issuedAt = account.issuedAt;
    this.link = account.kind === 'relay' ? 'bluetooth' : 'cellular';
    if (willUid !== null) this.onlineUids.add(willUid);
  }

  connection(nodeId: string): DeviceConnection {
    return { id: this.id, clientId: this.clientId, nodeId, since: this.verifiedAt };
  }

  /** A device that says good night is not lost when its connection ends. */
  note(uid: number, uplink: DurableUplink): void {
    if (uplink.name !== 'status') return;
    if (uplink.body.online === 1) this.onlineUids.add(uid);
    else this.onlineUids.delete(uid);
  }

  end(): void {
    this.client.close();
    this.client.conn.destroy();
  }
}
