import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemOrigin } from '../../../platform/http/call.ts';
import { tidySessions } from '../session.store.ts';
import { refreshCookieOf, startSessionWorld, type SessionWorld } from '../testing/session-world.ts';

let world: SessionWorld;
beforeAll(async () => {
  world = await startSessionWorld();
});
afterAll(() => world.server.close());

async function signIn() {
  const person = await world.addPerson();
  return { ...person, ...(await world.server.signIn(person.email)) };
}

async function next(cookie: string): Promise<string> {
  const answer = await world.renew(cookie);
  expect(answer.status).toBe(200);
  return refreshCookieOf(answer);
}

async function countUnused(userId: number): Promise<number> {
  const [row] = await world.query(sql<{ count: number }>`select count(*) from refresh_tokens
    join sessions on sessions.id = session_id where user_id = ${userId} and replaced_at is null`);
  return row?.count ?? -1;
}

async function countReuse(userId: number): Promise<number> {
  const [row] = await world.query(sql<{ count: number }>`select count(*) from audit
    where action = 'refresh-token-reused' and object_id = ${String(userId)}`);
  return row?.count ?? -1;
}

describe('a refresh token that comes again within a minute', () => {
  test('[W-021] a repeated refresh token gets the same successor, so that a session has one live token', async () => {
    const { id, cookie } = await signIn();
    const successors = await Promise.all([next(cookie), next(cookie), next(cookie)]);
    expect(new Set(successors).size).toBe(1);
    expect(await next(cookie)).toBe(successors[0]);
    expect(await countUnused(id)).toBe(1);
  });

  test('[W-021] a repeated refresh token gets the newest successor after a second renewal', async () => {
    const { id, cookie } = await signIn();
    const newest = await next(await next(cookie));
    expect(await next(cookie)).toBe(newest);
    expect(await countUnused(id)).toBe(1);
  });

  test('a successor cannot be computed without the key of this server', async () => {
    const own = await signIn();
    const other = await signIn();
    expect(await next(own.cookie)).not.toBe(await next(other.cookie));
    const rows = await world.query(sql<{ text: string }>`select encode(hash, 'escape') as text from refresh_tokens`);
    const successor = (await next(own.cookie)).split('=')[1] ?? '';
    expect(rows.some(({ text }) => text.includes(successor))).toBe(false);
  });
});

describe('a copied refresh cookie', () => {
  test('[W-021] a cookie copied within the grace ends the session once both holders have renewed', async () => {
    const { id, token, cookie } = await signIn();
    const [ofOwner, ofThief] = [await next(cookie), await next(cookie)];
    await world.passGrace();
    const afterwards = await next(ofThief);
    await world.passGrace();
    expect((await world.renew(ofOwner)).status).toBe(403);
    expect((await world.renew(afterwards)).status).toBe(403);
    await vi.waitFor(async () => expect(await world.isSignedIn(token)).toBe(false));
    expect(await countReuse(id)).toBe(1);
  });

  test('[W-021] a copied cookie that was replaced more than 20 days ago still ends the session', async () => {
    const { id, cookie } = await signIn();
    const held = await next(cookie);
    await world.query(
      sql`update refresh_tokens set replaced_at = now() - interval '21 days' where replaced_at is not null`,
    );
    await world.server.app.database.change(systemOrigin('test'), tidySessions);
    expect((await world.renew(cookie)).status).toBe(403);
    expect((await world.renew(held)).status).toBe(403);
    expect(await countReuse(id)).toBe(1);
  });
});
