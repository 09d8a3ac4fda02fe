import { Readable } from 'node:stream';

// What aedes keeps beside its connections. Here that is nothing: the database holds the state of the devices and
// the commands for them, every session begins clean, nothing is retained, and last wills are told by us.
// Only the ids of unfinished QoS 2 messages are remembered, for as long as their connection lasts.

interface ClientRef {
  readonly id: string;
}

interface MessageRef {
  readonly messageId: number;
}

export class SessionlessPersistence {
  readonly #unfinished = new Map<string, Set<number>>();

  async setup(): Promise<void> {}

  async incomingStorePacket({ id }: ClientRef, { messageId }: MessageRef): Promise<void> {
    const ids = this.#unfinished.get(id) ?? new Set();
    this.#unfinished.set(id, ids.add(messageId));
  }

  async incomingGetPacket({ id }: ClientRef, { messageId }: MessageRef): Promise<MessageRef> {
    if (!this.#unfinished.get(id)?.has(messageId)) throw new Error('no such packet');
    return { messageId };
  }

  async incomingDelPacket({ id }: ClientRef, { messageId }: MessageRef): Promise<void> {
    if (!this.#unfinished.get(id)?.delete(messageId)) throw new Error('no such packet');
  }

  async cleanIncoming({ id }: ClientRef): Promise<void> {
    this.#unfinished.delete(id);
  }

  async storeRetained(): Promise<void> {}
  async addSubscriptions(): Promise<void> {}
  async removeSubscriptions(): Promise<void> {}
  async cleanSubscriptions(): Promise<void> {}
  async outgoingEnqueue(): Promise<void> {}
  async outgoingEnqueueCombi(): Promise<void> {}
  async outgoingUpdate(): Promise<void> {}
  async outgoingClearMessageId(): Promise<void> {}
  async putWill(): Promise<void> {}
  async delWill(): Promise<void> {}

  async subscriptionsByClient(): Promise<readonly never[]> {
    return [];
  }

  async subscriptionsByTopic(): Promise<readonly never[]> {
    return [];
  }

  createRetainedStreamCombi(): Readable {
    return Readable.from([]);
  }

  outgoingStream(): Readable {
    return Readable.from([]);
  }

  streamWill(): Readable {
    return Readable.from([]);
  }
}
