import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type NetConnectOpts, type Socket } from 'node:net';
import path from 'node:path';
import type pg from 'pg';

export interface Cable {
  /** Where the near end listens, on 127.0.0.1. */
  readonly port: number;
  cut(): Promise<void>;
  /** Swallows every byte in both directions, for good on the connections that are open and on new ones until `mend`. */
  silence(): void;
  mend(): Promise<void>;
}

function targetOf({ host = '', port = 5432 }: pg.PoolConfig): NetConnectOpts {
  return host.startsWith('/') ? { path: path.join(host, `.s.PGSQL.${port}`) } : { host, port };
}

/** A way to the database that can be cut, silenced and mended. */
export async function layCable(connection: pg.PoolConfig): Promise<Cable> {
  const open = new Set<Socket>();
  let isSilent = false;
  const silence = (end: Socket) => {
    end.unpipe();
    end.resume();
  };
  const server = createServer((near) => {
    if (isSilent) {
      open.add(near);
      near.on('error', () => undefined).on('close', () => open.delete(near));
      silence(near);
      return;
    }
    const far = connect(targetOf(connection));
    for (const end of [near, far]) {
      open.add(end);
      end.on('error', () => undefined);
      end.on('close', () => {
        near.destroy();
        far.destroy();
        open.delete(end);
      });
    }
    near.pipe(far).pipe(near);
  });
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  return {
    port,
    silence: () => {
      isSilent = true;
      for (const end of open) silence(end);
    },
    mend: async () => {
      isSilent = false;
      if (!server.listening) await listen(port);
    },
    cut: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
