import { z } from 'zod';

/** An error response of the server. */
export class ServerRefusal extends Error {
  readonly status: number;

  constructor(status: number, call: string, text: string) {
    super(`${call}: ${status} ${text.slice(0, 200)}`);
    this.name = 'ServerRefusal';
    this.status = status;
  }
}

export interface SignIn {
  readonly email: string;
  readonly password: string;
}

const TOO_MANY = 429;
const UNAUTHORIZED = 401;
const WAIT_MS = 2000;
const MOST_WAITS = 30;

const tokenSchema = z.object({ access_token: z.string() });

function wait(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}

/** Calls the server as a signed-in user; renews an expired session. */
export class ServerClient {
  readonly #url: string;
  readonly #signIn: SignIn;
  #token: Promise<string> | null = null;

  constructor(url: string, signIn: SignIn) {
    this.#url = url.replace(/\/$/, '');
    this.#signIn = signIn;
  }

  async #reach(path: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(`${this.#url}/api${path}`, init);
    } catch (cause) {
      throw new Error(`${this.#url} does not answer`, { cause });
    }
  }

  async #fetchToken(): Promise<string> {
    const response = await this.#reach('/oauth/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        grant_type: 'password',
        username: this.#signIn.email,
        password: this.#signIn.password,
        client_id: 'waymark-console',
        audience: 'waymark-api',
        scope: 'openid profile email admin:propipe',
        connection: 'Username-Password-Authentication',
      }),
    });
    const text = await response.text();
    if (!response.ok) throw new ServerRefusal(response.status, 'sign-in', text);
    return tokenSchema.parse(JSON.parse(text)).access_token;
  }

  async #fetch(method: string, path: string, body: unknown): Promise<Response> {
    this.#token ??= this.#fetchToken();
    return this.#reach(path, {
      method,
      headers: {
        authorization: `Bearer ${await this.#token}`,
        accept: 'application/json, application/problem+json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async #fetchPatiently(method: string, path: string, body: unknown): Promise<Response> {
    for (let waits = 0; ; waits++) {
      const response = await this.#fetch(method, path, body);
      const canTryAgain = response.status === TOO_MANY || (response.status === UNAUTHORIZED && waits === 0);
      if (!canTryAgain || waits === MOST_WAITS) return response;
      await response.body?.cancel();
      if (response.status === UNAUTHORIZED) this.#token = null;
      else await wait(Number(response.headers.get('retry-after') ?? 0) * 1000 || WAIT_MS);
    }
  }

  async call<Schema extends z.ZodType>(
    schema: Schema,
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
  ): Promise<z.output<Schema>> {
    const response = await this.#fetchPatiently(method, path, body);
    const text = await response.text();
    if (!response.ok) throw new ServerRefusal(response.status, `${method} ${path}`, text);
    return schema.parse(JSON.parse(text));
  }
}
