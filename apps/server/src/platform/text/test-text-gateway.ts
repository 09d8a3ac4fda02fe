import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';

// A real HTTP server for tests that accepts text messages like Twilio.

export interface ReceivedText {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
}

/** The server's reaction; `silent` keeps the connection without an answer, `broken` ends it. */
export type TextAnswer = 'silent' | 'broken' | { readonly status: number; readonly body?: string };

const TAKEN: TextAnswer = { status: 201, body: '{"sid":"SM1f0e8ae6ade43cb3c0ce4525424e404f","status":"queued"}' };

export class TestTextGateway {
  readonly received: ReceivedText[] = [];
  /** Answers for the next texts; without one they are accepted. */
  readonly answers: TextAnswer[] = [];
  readonly #server: Server;
  readonly #waiting: (() => void)[] = [];

  constructor() {
    this.#server = createServer((request, response) => void this.#take(request, response));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/Accounts/AC42/Messages.json`;
  }

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async untilReceived(count: number): Promise<void> {
    while (this.received.length < count) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    this.received.push({
      method: request.method,
      path: request.url,
      authorization: request.headers.authorization,
      contentType: request.headers['content-type'],
      fields: Object.fromEntries(new URLSearchParams(body)),
    });
    const answer = this.answers.shift() ?? TAKEN;
    if (answer === 'broken') request.socket.destroy();
    else if (answer !== 'silent')
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

export async function startTestTextGateway(): Promise<TestTextGateway> {
  const gateway = new TestTextGateway();
  await gateway.listen();
  return gateway;
}
