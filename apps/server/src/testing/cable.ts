import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type NetConnectOpts, type Socket } from 'node:net';
import path from 'node:path';
import { Transform } from 'node:stream';
import type pg from 'pg';

export interface Cable {
  /** The port of the near end, on 127.0.0.1. */
  readonly port: number;
  cut(): Promise<void>;
  /** Drops every byte in both directions: permanently on open connections, and on new ones until `mend`. */
  silence(): void;
  /** Delays all bytes until `mend`. */
  hold(): void;
  /** Delays each byte by this time, in both directions. */
  slow(delayMs: number): void;
  mend(): Promise<void>;
}

/** Passes chunks on in order, each after its delay or release. */
class Gate {
  #delayMs = 0;
  #held: Promise<void> | undefined;
  #release: (() => void) | undefined;

  hold(): void {
    this.#held ??= new Promise((resolve) => (this.#release = resolve));
  }

  slow(delayMs: number): void {
    this.#delayMs = delayMs;
  }

  open(): void {
    this.#delayMs = 0;
    this.#release?.();
    this.#held = undefined;
  }

  makeStream(): Transform {
    const stream = new Transform({
      transform: (piece: Buffer, _encoding, done) => {
        const pass = () => stream.push(piece);
        if (this.#held) void this.#held.then(pass);
        else if (this.#delayMs > 0) setTimeout(pass, this.#delayMs);
        else pass();
        done();
      },
    });
    return stream;
  }
}

function targetOf({ host = '', port = 5432 }: pg.PoolConfig): NetConnectOpts {
  return host.startsWith('/') ? { path: path.join(host, `.s.PGSQL.${port}`) } : { host, port };
}

/** Opens a TCP proxy to the database or to the device port that tests can cut, silence, hold, slow and mend. */
export async function layCable(connection: pg.PoolConfig): Promise<Cable> {
  const open = new Set<Socket>();
  const gate = new Gate();
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
    near.pipe(gate.makeStream()).pipe(far);
    far.pipe(gate.makeStream()).pipe(near);
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
    hold: () => gate.hold(),
    slow: (delayMs) => gate.slow(delayMs),
    mend: async () => {
      isSilent = false;
      gate.open();
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
