import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { cloudEvent, type CloudEvent } from '@waymark/contract/event-hooks/cloud-event';
import { Webhook } from 'standardwebhooks';

// A receiver of webhooks as a stranger would write it: it verifies with the package of Standard Webhooks.

export interface Attempt {
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const OK: Reply = { status: 204 };

export class HookReceiver {
  readonly attempts: Attempt[] = [];
  /** The events that were verified and accepted, in order. */
  readonly accepted: CloudEvent[] = [];
  secret = '';
  /** The answer to an event; a promise keeps the sender waiting. */
  reply: (event: CloudEvent) => Reply | Promise<Reply> = () => OK;
  readonly #server: http.Server;

  private constructor(server: http.Server) {
    this.#server = server;
    server.on('request', (request: http.IncomingMessage, response: http.ServerResponse) => {
      void this.#take(request, response);
    });
  }

  static async open(): Promise<HookReceiver> {
    const server = http.createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new HookReceiver(server);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/waymark`;
  }

  get subjects(): string[] {
    return this.accepted.map(({ subject }) => subject);
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** Verifies an attempt with a secret; throws when the signature is wrong. */
  static verify({ headers, body }: Attempt, secret: string): CloudEvent {
    return cloudEvent.parse(new Webhook(secret).verify(body, headers as Record<string, string>));
  }

  async #take(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const attempt = { headers: request.headers, body: Buffer.concat(chunks).toString('utf8') };
    this.attempts.push(attempt);
    try {
      const event = HookReceiver.verify(attempt, this.secret);
      const { status, headers, body } = await this.reply(event);
      if (status < 300) this.accepted.push(event);
      response.writeHead(status, headers).end(body);
    } catch (error) {
      response.writeHead(400).end(String(error));
    }
  }
}
