import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openFactorDesk, SITE, type FactorDesk } from '../../testing/factor-desk.ts';
import { PASSWORD } from '../../testing/session-world.ts';
import { makeSoftPasskey } from '../../testing/soft-passkey.ts';

let desk: FactorDesk;
beforeAll(async () => {
  desk = await openFactorDesk();
});
afterAll(() => desk.close());
beforeEach(() => desk.world.query(sql`delete from attempts`));

async function addPerson() {
  const { id, email } = await desk.world.addPerson();
  return { id, email, token: (await desk.world.server.signIn(email)).token };
}

async function addPersonWithPasskey(counts = true) {
  const person = await addPerson();
  const { id: passkeyId, ...added } = await desk.addPasskey(
    person.token,
    'Office laptop',
    makeSoftPasskey(SITE, counts),
  );
  return { ...person, ...added, passkeyId };
}

const remove = (token: string, id: number, currentPassword = PASSWORD) =>
  desk.post(`/user/passkeys/${id}/remove`, token, { currentPassword });
const actionsOf = async (userId: number) => (await desk.listAudit(userId)).map(({ action }) => action);

describe('the passkeys of a user', () => {
  test('[W-525] a passkey is added with the password, listed by name and audited, and brings recovery codes', async () => {
    const { id, token, recoveryCodes } = await addPersonWithPasskey();
    expect(recoveryCodes).toHaveLength(10);
    expect(await desk.readFactors(token)).toMatchObject({
      isOn: true,
      appSince: null,
      recoveryCodes: 10,
      passkeys: [{ name: 'Office laptop', createdAt: expect.any(String), lastUsedAt: null }],
    });
    expect(await desk.listAudit(id)).toContainEqual(
      expect.objectContaining({ action: 'passkey-added', after: { name: 'Office laptop' } }),
    );
  });

  test('[W-545] a passkey that is added or removed is mailed to the user', async () => {
    const { email, token, passkeyId } = await addPersonWithPasskey();
    expect((await remove(token, passkeyId)).status).toBe(200);
    const mails = await desk.world.query(
      sql<{ subject: string }>`select subject from outbox where recipient = ${email} order by id`,
    );
    expect(mails.map(({ subject }) => subject)).toEqual([
      'A passkey was added to your Waymark account',
      'A passkey was removed from your Waymark account',
    ]);
  });

  test('[W-525] a second factor beside the first brings no new recovery codes', async () => {
    const { token } = await addPersonWithPasskey();
    expect((await desk.addApp(token)).recoveryCodes).toEqual([]);
    expect((await desk.addPasskey(token, 'Phone')).recoveryCodes).toEqual([]);
    expect(await desk.readFactors(token)).toMatchObject({ appSince: expect.any(String), recoveryCodes: 10 });
  });

  test('[W-525] a wrong password gets no challenge', async () => {
    const { token } = await addPerson();
    expect(await desk.codeOf(await desk.beginPasskey(token, 'Wrong-pass-1'))).toEqual([403, 'current-password-wrong']);
  });

  test('[W-525] an eleventh passkey is refused, also one whose challenge was given before the tenth', async () => {
    const { token } = await addPersonWithPasskey();
    const late = await desk.challengeOf(await desk.beginPasskey(token));
    await desk.world.query(
      sql`insert into passkeys (user_id, credential_id, public_key, counter, rp_id, name)
        select user_id, decode(lpad(to_hex(n + id * 100), 8, '0'), 'hex'), public_key, 0, rp_id, 'Copy ' || n
        from passkeys, generate_series(1, 9) n where user_id = (select max(user_id) from passkeys)`,
    );
    const body = { name: 'One more', passkey: makeSoftPasskey(SITE).attest(late) };
    expect(await desk.codeOf(await desk.post('/user/passkeys', token, body))).toEqual([409, 'too-many-passkeys']);
    expect(await desk.codeOf(await desk.beginPasskey(token))).toEqual([409, 'too-many-passkeys']);
  });

  test('[W-525] a passkey is removed with the password, and with the last one the recovery codes go', async () => {
    const { id, token, passkeyId } = await addPersonWithPasskey();
    const other = await desk.addPasskey(token, 'Phone');
    expect(await desk.codeOf(await remove(token, passkeyId, 'Wrong-pass-1'))).toEqual([403, 'current-password-wrong']);
    expect((await remove(token, passkeyId)).status).toBe(200);
    expect(await desk.codeOf(await remove(token, passkeyId))).toEqual([404, 'passkey-not-found']);
    expect(await desk.readFactors(token)).toMatchObject({ isOn: true, recoveryCodes: 10 });
    expect((await remove(token, other.id)).status).toBe(200);
    expect(await desk.readFactors(token)).toMatchObject({ isOn: false, recoveryCodes: 0, passkeys: [] });
    expect(await desk.listAudit(id)).toContainEqual(
      expect.objectContaining({ action: 'passkey-removed', before: { name: 'Office laptop' } }),
    );
  });

  test('[W-525] a user cannot remove the passkey of another user', async () => {
    const [own, other] = [await addPersonWithPasskey(), await addPersonWithPasskey()];
    expect(await desk.codeOf(await remove(own.token, other.passkeyId))).toEqual([404, 'passkey-not-found']);
    expect(await desk.readFactors(other.token)).toMatchObject({ isOn: true });
  });

  test('[W-525] removing needs a recent second factor', async () => {
    const { id, token, passkeyId } = await addPersonWithPasskey();
    await desk.ageProofs(id);
    expect(await desk.codeOf(await remove(token, passkeyId))).toEqual([403, 'step-up-needed']);
  });

  test('[W-525] recovery codes are renewed, and the old ones are worth nothing', async () => {
    const { email, token, recoveryCodes } = await addPersonWithPasskey();
    const renewed = await desk.post('/user/second-factor/recovery-codes', token);
    const { recoveryCodes: next } = (await renewed.json()) as { recoveryCodes: string[] };
    const ticket = await desk.ticketOf(email);
    const send = (otp = '') => desk.post('/oauth/token', undefined, { grant_type: 'mfa-otp', mfa_token: ticket, otp });
    expect(await desk.codeOf(await send(recoveryCodes[0]))).toEqual([403, 'second-factor-wrong']);
    expect((await send(next[0])).status).toBe(200);
  });

  test('[W-424] [W-525] a reset removes the passkeys too', async () => {
    const { id, email, token } = await addPersonWithPasskey();
    const { token: boss } = await desk.world.server.signIn('superadmin@demo.waymark');
    const reset = await desk.post(`/user/${id}/second-factor/reset`, boss, { currentPassword: PASSWORD });
    expect(reset.status).toBe(200);
    expect((await desk.signInWithPassword(email)).status).toBe(200);
    await vi.waitFor(async () => expect(await desk.world.isSignedIn(token)).toBe(false));
  });
});

describe('a sign-in with a passkey', () => {
  test('[W-526] the first step names the ways, and the passkey opens the session', async () => {
    const { id, email, token, passkey } = await addPersonWithPasskey();
    const first = (await (await desk.signInWithPassword(email)).json()) as { mfa_methods: string[] };
    expect(first.mfa_methods).toEqual(['passkey']);
    const response = await desk.signInWithPasskey(email, passkey);
    const { access_token: opened } = (await response.json()) as { access_token: string };
    expect([response.status, await desk.world.isSignedIn(opened)]).toEqual([200, true]);
    expect((await desk.readFactors(token)).passkeys).toMatchObject([{ lastUsedAt: expect.any(String) }]);
    expect((await desk.listAudit(id)).at(-1)).toMatchObject({
      action: 'signed-in',
      after: { secondFactor: 'passkey' },
    });
  });

  test('[W-526] a challenge is good once, also after a refusal, and not after five minutes', async () => {
    const { email, passkey } = await addPersonWithPasskey();
    const ticket = await desk.ticketOf(email);
    const wrong = makeSoftPasskey(SITE);
    const used = await desk.challengeOf(await desk.requestPasskey(ticket));
    const forged = { ...wrong.answer(used), id: passkey.id, rawId: passkey.id };
    expect(await desk.codeOf(await desk.answerTicket(ticket, forged))).toEqual([403, 'passkey-wrong']);
    expect(await desk.codeOf(await desk.answerTicket(ticket, passkey.answer(used)))).toEqual([403, 'passkey-wrong']);
    const old = await desk.challengeOf(await desk.requestPasskey(ticket));
    await desk.world.query(sql`update passkey_challenges set expires_at = now()`);
    expect(await desk.codeOf(await desk.answerTicket(ticket, passkey.answer(old)))).toEqual([403, 'passkey-wrong']);
    await desk.world.query(sql`delete from attempts`);
    const fresh = await desk.challengeOf(await desk.requestPasskey(ticket));
    expect((await desk.answerTicket(ticket, passkey.answer(fresh))).status).toBe(200);
  });

  test('[W-526] the challenge of another sign-in or of a step-up is refused', async () => {
    const { email, token, passkey } = await addPersonWithPasskey();
    const [ticket, other] = [await desk.ticketOf(email), await desk.ticketOf(email)];
    const elsewhere = await desk.challengeOf(await desk.requestPasskey(other));
    expect(await desk.codeOf(await desk.answerTicket(ticket, passkey.answer(elsewhere)))).toEqual([
      403,
      'passkey-wrong',
    ]);
    const ofStepUp = await desk.challengeOf(await desk.post('/user/step-up/passkey', token));
    expect(await desk.codeOf(await desk.answerTicket(ticket, passkey.answer(ofStepUp)))).toEqual([
      403,
      'passkey-wrong',
    ]);
  });

  test('[W-526] the passkey of another user is refused', async () => {
    const [own, other] = [await addPersonWithPasskey(), await addPersonWithPasskey()];
    expect(await desk.codeOf(await desk.signInWithPasskey(own.email, other.passkey))).toEqual([403, 'passkey-wrong']);
  });

  test('[W-526] the challenge is not stored in clear', async () => {
    const { email } = await addPersonWithPasskey();
    const challenge = await desk.challengeOf(await desk.requestPasskey(await desk.ticketOf(email)));
    const rows = await desk.world.query(sql<{ text: string }>`select c::text as text from passkey_challenges c`);
    expect(rows.length).toBeGreaterThan(0);
    for (const { text } of rows) {
      expect(text).not.toContain(challenge);
      expect(text).not.toContain(Buffer.from(challenge).toString('hex'));
    }
  });

  test('[W-526] an answer given to the page of another site is refused', async () => {
    const { email, token } = await addPerson();
    const foreign = makeSoftPasskey({ origin: 'https://evil.example', rpId: SITE.rpId });
    const challenge = await desk.challengeOf(await desk.beginPasskey(token));
    const body = { name: 'Phished', passkey: foreign.attest(challenge) };
    expect(await desk.codeOf(await desk.post('/user/passkeys', token, body))).toEqual([400, 'passkey-refused']);
    expect((await desk.signInWithPassword(email)).status).toBe(200);
  });

  test.each([
    ['http://127.0.0.1', 409, 'passkeys-need-name'],
    ['https://evil.example', 403, 'foreign-origin'],
  ])('[W-526] a page of %s gets %d %s', async (origin, status, code) => {
    const { token } = await addPerson();
    const { host } = new URL(desk.world.server.address);
    const own = origin === 'http://127.0.0.1' ? `http://${host}` : origin;
    const answer = await desk.call('POST', '/user/passkeys/begin', token, { currentPassword: PASSWORD }, own);
    expect(await desk.codeOf(answer)).toEqual([status, code]);
  });

  test('[W-527] a counter that has not grown is refused and audited, and opens no session', async () => {
    const { id, email, passkey } = await addPersonWithPasskey();
    expect((await desk.signInWithPasskey(email, passkey)).status).toBe(200);
    passkey.counter = 1;
    expect(await desk.codeOf(await desk.signInWithPasskey(email, passkey))).toEqual([403, 'passkey-wrong']);
    expect(await actionsOf(id)).toContain('passkey-copy-refused');
    passkey.counter = 2;
    await desk.world.query(sql`delete from attempts`);
    expect((await desk.signInWithPasskey(email, passkey)).status).toBe(200);
  });

  test('[W-527] a passkey without a counter signs in again and again', async () => {
    const { email, passkey } = await addPersonWithPasskey(false);
    for (let time = 0; time < 2; time++) expect((await desk.signInWithPasskey(email, passkey)).status).toBe(200);
  });

  test('[W-527] refused passkeys are counted as wrong passwords are', async () => {
    const { email } = await addPersonWithPasskey();
    const ticket = await desk.ticketOf(email);
    const wrong = makeSoftPasskey(SITE);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 4; attempt++)
      statuses.push((await desk.answerTicket(ticket, wrong.answer('made-up'))).status);
    expect(statuses).toEqual([403, 403, 403, 403]);
    await desk.world.query(
      sql`update attempts set blocked_until = now() + interval '1 minute' where blocked_until > last_at`,
    );
    expect((await desk.answerTicket(ticket, wrong.answer('made-up'))).status).toBe(429);
  });
});
