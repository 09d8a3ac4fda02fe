import { Aedes, type AedesOptions, type Client, type PublishPacket } from 'aedes';
import { SessionlessPersistence } from './sessionless-persistence.ts';

type Done = (error?: Error) => void;

/** An aedes broker in which only the server's own messages are handed out: nobody may listen to what clients publish. */
export class UplinkBroker extends Aedes {
  constructor(options: AedesOptions) {
    // No limit on messages in delivery: one slow client would hold up the commands of all the others.
    super({ ...options, persistence: new SessionlessPersistence(), concurrency: 0 });
  }

  /** Clients' publications have gone to the door already; those under `$SYS` are for clusters and watchers. */
  override publish(packet: PublishPacket, by: Client | Done | null, done?: Done): void {
    const finish = typeof by === 'function' ? by : done;
    if ((by !== null && typeof by === 'object') || packet.topic.startsWith('$')) {
      finish?.();
      return;
    }
    super.publish(packet, (error) => finish?.(error));
  }
}
