import { sql } from 'kysely';
import { generateSync } from 'otplib';
import { expect } from 'vitest';
import { readProblem } from '../../../testing/test-server.ts';
import { PASSWORD, startSessionWorld } from './session-world.ts';
import { makeSoftPasskey, type SoftPasskey } from './soft-passkey.ts';

export const SITE = { origin: 'http://waymark.test', rpId: 'waymark.test' };

/** Users with second factors on a server with a public address. */
export async function openFactorDesk(settings: Readonly<Record<string, string>> = {}) {
  const world = await startSessionWorld({ WAYMARK_PUBLIC_URL: SITE.origin, ...settings });
  const call = (method: string, path: string, token?: string, body?: unknown, origin = SITE.origin) =>
    world.server.call(method, `/api${path}`, { token, body, headers: { origin } });
  const post = (path: string, token: string | undefined, body?: unknown) => call('POST', path, token, body ?? {});
  const read = async <Reply>(response: Response, status = 200): Promise<Reply> => {
    expect([response.status, await response.clone().text()]).toEqual([status, expect.any(String)]);
    return (await response.json()) as Reply;
  };
  const challengeOf = async (response: Response) => (await read<{ challenge: string }>(response)).challenge;

  const beginPasskey = (token: string, currentPassword = PASSWORD) =>
    post('/user/passkeys/begin', token, { currentPassword });
  const addPasskey = async (token: string, name = 'Laptop', passkey = makeSoftPasskey(SITE)) => {
    const challenge = await challengeOf(await beginPasskey(token));
    const response = await post('/user/passkeys', token, { name, passkey: passkey.attest(challenge) });
    const added = await read<{ passkey: { id: number }; recoveryCodes: string[] }>(response, 201);
    return { passkey, id: added.passkey.id, recoveryCodes: added.recoveryCodes };
  };
  const signInWithPassword = (email: string) =>
    post('/oauth/token', undefined, { grant_type: 'password', username: email, password: PASSWORD, client_id: 'test' });
  const ticketOf = async (email: string) => {
    const response = await signInWithPassword(email);
    expect(response.status).toBe(403);
    return (await readProblem(response)).mfa_token ?? '';
  };
  const requestPasskey = (ticket: string) => post('/oauth/passkey', undefined, { mfa_token: ticket });
  const answerTicket = (ticket: string, passkey: object) =>
    post('/oauth/token', undefined, { grant_type: 'mfa-passkey', mfa_token: ticket, passkey });

  return {
    world,
    call,
    post,
    challengeOf,
    beginPasskey,
    addPasskey,
    signInWithPassword,
    ticketOf,
    requestPasskey,
    answerTicket,
    codeOf: async (response: Response) => [response.status, (await readProblem(response)).code],
    readFactors: async (token: string) =>
      read<{
        isOn: boolean;
        appSince: string | null;
        passkeys: { id: number; name: string; createdAt: string; lastUsedAt: string | null }[];
        recoveryCodes: number;
        isRequired: boolean;
      }>(await call('GET', '/user/second-factor', token)),
    signInWithPasskey: async (email: string, passkey: SoftPasskey) => {
      const ticket = await ticketOf(email);
      return answerTicket(ticket, passkey.answer(await challengeOf(await requestPasskey(ticket))));
    },
    addApp: async (token: string) => {
      const begun = await post('/user/second-factor/begin', token, { currentPassword: PASSWORD });
      const { secret } = await read<{ secret: string }>(begun);
      let step = -1;
      const nextCode = () => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * step++ });
      const confirmed = await post('/user/second-factor/confirm', token, { code: nextCode() });
      return { nextCode, ...(await read<{ recoveryCodes: string[] }>(confirmed)) };
    },
    /** Makes every proof of the user's sessions older than a step-up may be. */
    ageProofs: (userId: number) =>
      world.query(
        sql`update sessions set password_at = password_at - interval '11 minutes',
          factor_at = factor_at - interval '11 minutes' where user_id = ${userId}`,
      ),
    listAudit: (userId: number) =>
      world.query(
        sql<{ action: string; before: unknown; after: unknown }>`select action, before, after from audit
          where object_type = 'user' and object_id = ${String(userId)} order by id`,
      ),
    makeAdmin: (userId: number) => world.query(sql`update users set role = 'admin' where id = ${userId}`),
    close: () => world.server.close(),
  };
}
export type FactorDesk = Awaited<ReturnType<typeof openFactorDesk>>;
