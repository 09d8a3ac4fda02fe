import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

// A real SMTP server for tests that stores mails and refuses recipients on request.

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
}

export interface TestSmtpOptions {
  readonly port?: number;
  /** The reply to a refused recipient, for example "550 no such mailbox". */
  readonly refuse?: (recipient: string) => string | undefined;
  readonly password?: string;
  /** TLS from the first byte. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

export class TestSmtpServer {
  readonly received: ReceivedMail[] = [];
  readonly #server: SMTPServer;
  readonly #waiting: (() => void)[] = [];
  #hangsUp = false;

  constructor({ refuse = () => undefined, password, tls }: TestSmtpOptions) {
    this.#server = new SMTPServer({
      ...(tls && { secure: true, ...tls }),
      authOptional: password === undefined,
      allowInsecureAuth: true,
      closeTimeout: 50,
      disabledCommands: ['STARTTLS'],
      onAuth: (auth, _session, done) =>
        auth.password === password ? done(null, { user: auth.username }) : done(replyError('535 wrong password')),
      onRcptTo: ({ address }, _session, done) => {
        const reply = refuse(address);
        done(reply === undefined ? null : replyError(reply));
      },
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
          const to = envelope.rcptTo.map(({ address }) => address);
          this.received.push({ from, to, raw: Buffer.concat(chunks).toString() });
          if (this.#hangsUp) return this.#server.connections.forEach((connection) => connection.close());
          done();
          for (const wake of this.#waiting.splice(0)) wake();
        });
      },
    });
    // Clients may disconnect, for example when they do not trust the certificate.
    this.#server.on('error', () => undefined);
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }

  /** From now on accepts the content of a mail and closes the connection without an answer. */
  hangUpAfterContent(): void {
    this.#hangsUp = true;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  async listen(port: number): Promise<void> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server.server, 'listening');
  }

  /** Resolves when that many mails have arrived in total. */
  async untilReceived(count: number): Promise<void> {
    while (this.received.length < count) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}

function replyError(reply: string): Error & { responseCode: number } {
  return Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) });
}

export async function startTestSmtpServer(options: TestSmtpOptions = {}): Promise<TestSmtpServer> {
  const server = new TestSmtpServer(options);
  await server.listen(options.port ?? 0);
  return server;
}

/** A header's text, unfolded, with its encoded words decoded. */
export function readHeader(mail: ReceivedMail, name: string): string | undefined {
  const head = (mail.raw.split('\r\n\r\n', 1)[0] ?? '').replaceAll(/\r\n[ \t]+/g, ' ');
  const line = head.split('\r\n').find((candidate) => candidate.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  return line
    ?.slice(name.length + 1)
    .trim()
    .replaceAll(/(=\?[^?]+\?[BQ]\?[^?]*\?=)\s+(?==\?)/gi, '$1')
    .replaceAll(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_word, coding: string, coded: string) => {
      if (coding.toUpperCase() === 'B') return Buffer.from(coded, 'base64').toString();
      return decodeURIComponent(coded.replaceAll('_', ' ').replaceAll('%', '=25').replaceAll('=', '%'));
    });
}
