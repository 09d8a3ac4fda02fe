import { readFile } from 'node:fs/promises';
import type { Server, Socket } from 'node:net';
import { createServer } from 'node:tls';

/** Paths of PEM files; with an authority, clients must show a certificate signed by it. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
  readonly ca: string | undefined;
}

/** The contents of these files. */
export interface TlsTrust {
  readonly cert: string | Buffer;
  readonly key: string | Buffer;
  readonly ca?: string | Buffer;
}

/** Forward secrecy and authenticated encryption only. TLS 1.3 has no other suites. */
const TLS_SUITES = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
].join(':');

export const TLS_RULES = { minVersion: 'TLSv1.2', ciphers: TLS_SUITES, honorCipherOrder: true } as const;
const HANDSHAKE_MS = 10_000;

export async function readTlsFiles({ cert, key, ca }: TlsFiles): Promise<TlsTrust> {
  return { cert: await readFile(cert), key: await readFile(key), ...(ca !== undefined && { ca: await readFile(ca) }) };
}

const nameOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress ?? ''} ${remotePort ?? ''}`;

/** Returns a function that closes connections with an unfinished handshake: closing the server would wait for them. */
export function watchHandshakes(server: Server): () => void {
  const unfinished = new Map<string, Socket>();
  // Must be the first listener: later ones see a connection that no longer has its address.
  server.prependListener('connection', (socket: Socket) => {
    const name = nameOf(socket);
    unfinished.set(name, socket);
    socket.once('close', () => unfinished.delete(name));
  });
  server.on('secureConnection', (socket: Socket) => unfinished.delete(nameOf(socket)));
  return () => {
    for (const socket of unfinished.values()) socket.destroy();
  };
}

export interface SecureServer {
  readonly server: Server;
  readonly dropHandshakes: () => void;
}

interface Manner {
  readonly handshakeMs?: number;
  readonly allowHalfOpen?: boolean;
}

/** Creates a TLS server for devices that hands a socket over after its handshake. */
export function createSecureServer(
  trust: TlsTrust,
  { handshakeMs = HANDSHAKE_MS, ...manner }: Manner,
  onSocket: (socket: Socket) => void,
): SecureServer {
  const rules = { ...TLS_RULES, handshakeTimeout: handshakeMs, requestCert: trust.ca !== undefined } as const;
  const server = createServer({ ...trust, ...rules, ...manner, noDelay: true }, onSocket);
  // By default Node reports a failed or slow handshake but leaves the connection open.
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  return { server, dropHandshakes: watchHandshakes(server) };
}
