import { createClient } from 'redis';

const RETRY_MS = 200;
const PING_MS = 5000;
const DEAD_AFTER_MS = 15_000;

/** Opens a client that reconnects automatically. A command fails immediately while disconnected. */
export function openRedis(url: string, onError: (error: unknown) => void) {
  const socket = { reconnectStrategy: RETRY_MS, socketTimeout: DEAD_AFTER_MS };
  const client = createClient({ url, disableOfflineQueue: true, pingInterval: PING_MS, socket });
  client.on('error', onError);
  /** Resolves with the first connection, however long that takes. */
  const connected = client.connect().catch(onError);
  return { client, connected };
}
