import type { Publication } from '@waymark/device-protocol/mqtt/uplink';
import type { Uid } from '@waymark/domain/ids';
import type { Client } from './client.ts';

/** `agm/v1/<uid>/dn/<name>`: a downlink, or a filter that `maySubscribe` has allowed. */
function split(topic: string): { readonly uid: Uid; readonly name: string } {
  const [, , uid, , name = ''] = topic.split('/');
  return { uid: Number(uid), name };
}

type QoS = 0 | 1;
const WILDCARDS = ['#', '+'];

/** Subscriptions of clients to the downlinks of devices. Two relays may subscribe for the same device. */
export class Subscriptions {
  /** QoS by device, client and last part of the filter. */
  readonly #listeners = new Map<number, Map<Client, Map<string, QoS>>>();

  /** Returns the device. */
  add(client: Client, filter: string, qos: 0 | 1 | 2): number {
    const { uid, name } = split(filter);
    const clients = this.#listeners.get(uid) ?? new Map<Client, Map<string, QoS>>();
    const filters = clients.get(client) ?? new Map<string, QoS>();
    this.#listeners.set(uid, clients.set(client, filters.set(name, qos === 0 ? 0 : 1)));
    return uid;
  }

  remove(client: Client, filter: string): void {
    const { uid, name } = split(filter);
    const filters = this.#listeners.get(uid)?.get(client);
    filters?.delete(name);
    if (filters?.size === 0) this.#removeClient(client, uid);
  }

  removeAll(client: Client): void {
    for (const uid of client.uids) this.#removeClient(client, uid);
  }

  hearsCommands(uid: Uid): boolean {
    const clients = [...(this.#listeners.get(uid)?.values() ?? [])];
    return clients.some((filters) => [...WILDCARDS, 'cmd'].some((name) => filters.has(name)));
  }

  /** Sends it to each client once, with the highest QoS of its matching filters. Resolves when it has left the server. */
  async publish(publication: Publication): Promise<void> {
    const { uid, name } = split(publication.topic);
    const clients = [...(this.#listeners.get(uid) ?? [])];
    await Promise.all(
      clients.map(async ([client, filters]) => {
        const granted = [...WILDCARDS, name].flatMap((each) => filters.get(each) ?? []);
        if (granted.length > 0) await client.send(publication, Math.min(publication.qos, Math.max(...granted)) as QoS);
      }),
    );
  }

  #removeClient(client: Client, uid: Uid): void {
    const clients = this.#listeners.get(uid);
    clients?.delete(client);
    if (clients?.size === 0) this.#listeners.delete(uid);
  }
}
