import { PATH_FLAGS } from '@waymark/commands/broadcast-codes';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openFactorDesk, type FactorDesk } from '../../testing/factor-desk.ts';
import { PASSWORD } from '../../testing/session-world.ts';

let desk: FactorDesk;
beforeAll(async () => {
  desk = await openFactorDesk();
});
afterAll(() => desk.close());
beforeEach(() => desk.world.query(sql`delete from attempts`));

/** An admin whose proofs are old. */
async function addAdmin() {
  const { id, email } = await desk.world.addPerson();
  await desk.makeAdmin(id);
  const { token } = await desk.world.server.signIn(email);
  return { id, email, token };
}

// The key does not exist: the answer tells whether the call came past the step-up.
const NOT_THERE = [404, 'key-not-found'];
const NEEDED = [403, 'step-up-needed'];
const revoke = async (token: string) => desk.codeOf(await desk.call('DELETE', '/key/999999', token));
const prove = (token: string, proof: object) => desk.post('/user/step-up', token, proof);
const command = (commandType: string, parameters: object = {}) => ({
  uid: 999_999,
  commandType,
  timeStampSent: '2026-03-18 00:03:59',
  parameters,
});
const NO_FLAGS = Object.fromEntries(PATH_FLAGS.map((flag) => [flag, 'N']));
const DEVICE_NOT_THERE = [404, 'device-not-found'];

describe('a user without a second factor', () => {
  test('[W-530] the password of the sign-in counts for ten minutes, then it is asked again', async () => {
    const { id, token } = await addAdmin();
    expect(await revoke(token)).toEqual(NOT_THERE);
    await desk.ageProofs(id);
    expect(await revoke(token)).toEqual(NEEDED);
    expect(await desk.codeOf(await prove(token, { currentPassword: 'Wrong-pass-1' }))).toEqual([
      403,
      'current-password-wrong',
    ]);
    expect(await revoke(token)).toEqual(NEEDED);
    expect((await prove(token, { currentPassword: PASSWORD })).status).toBe(200);
    expect(await revoke(token)).toEqual(NOT_THERE);
    expect((await desk.listAudit(id)).at(-1)).toMatchObject({
      action: 'identity-confirmed',
      after: { by: 'password' },
    });
  });

  test('[W-530] the proof of one session is worth nothing in another', async () => {
    const { id, email, token } = await addAdmin();
    const { token: other } = await desk.world.server.signIn(email);
    await desk.ageProofs(id);
    await prove(token, { currentPassword: PASSWORD });
    expect(await revoke(other)).toEqual(NEEDED);
  });

  test('[W-530] a call whose body has the password is not asked twice', async () => {
    const { id, token } = await addAdmin();
    await desk.ageProofs(id);
    const body = { name: 'A historian', scopes: ['devices:read'], currentPassword: PASSWORD };
    expect((await desk.post('/key', token, body)).status).toBe(201);
  });
});

describe('a user with a second factor', () => {
  test('[W-530] the password is not enough; a code, a recovery code or a passkey is', async () => {
    const { id, token } = await addAdmin();
    const { nextCode, recoveryCodes } = await desk.addApp(token);
    const { passkey } = await desk.addPasskey(token);
    const answerByPasskey = async () => ({
      passkey: passkey.answer(await desk.challengeOf(await desk.post('/user/step-up/passkey', token))),
    });
    expect(await revoke(token)).toEqual(NOT_THERE);
    for (const proof of [{ code: nextCode() }, { code: recoveryCodes[0] }, await answerByPasskey()]) {
      await desk.ageProofs(id);
      expect(await revoke(token)).toEqual(NEEDED);
      expect(await desk.codeOf(await prove(token, { currentPassword: PASSWORD }))).toEqual([
        403,
        'second-factor-wrong',
      ]);
      expect((await prove(token, proof)).status).toBe(200);
      expect(await revoke(token)).toEqual(NOT_THERE);
    }
    const proofs = (await desk.listAudit(id)).filter(({ action }) => action === 'identity-confirmed');
    expect(proofs.map(({ after }) => after)).toEqual([
      { by: 'authenticator' },
      { by: 'recovery-code' },
      { by: 'passkey' },
    ]);
  });

  test('[W-530] an API key is made only after a recent second factor, whatever the password', async () => {
    const { id, token } = await addAdmin();
    await desk.addPasskey(token);
    await desk.ageProofs(id);
    const body = { name: 'A historian', scopes: ['devices:read'], currentPassword: PASSWORD };
    expect(await desk.codeOf(await desk.post('/key', token, body))).toEqual(NEEDED);
  });

  test('[W-530] wrong codes are throttled as wrong passwords are', async () => {
    const { token } = await addAdmin();
    await desk.addApp(token);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 5; attempt++) statuses.push((await prove(token, { code: '000000' })).status);
    expect(statuses).toEqual([403, 403, 403, 403, 403]);
    await desk.world.query(
      sql`update attempts set blocked_until = now() + interval '1 minute' where blocked_until > last_at`,
    );
    expect((await prove(token, { code: '000000' })).status).toBe(429);
  });
});

describe('commands and broadcasts', () => {
  test.each([
    ['AGMShutDwn', {}, NEEDED],
    ['agmshutdwn', {}, NEEDED],
    ['SdMode', { SdMode: 3 }, NEEDED],
    ['FactoryReset', {}, NEEDED],
    ['SdMode', { SdMode: 4 }, DEVICE_NOT_THERE],
    ['DeviceRestart', {}, DEVICE_NOT_THERE],
  ])('[W-530] %s %j without a recent proof answers %j', async (type, parameters, wanted) => {
    const { id, token } = await addAdmin();
    await desk.ageProofs(id);
    expect(await desk.codeOf(await desk.post('/commands/queue', token, command(type, parameters)))).toEqual(wanted);
    const list = [command('DeviceRestart'), command(type, parameters)];
    expect(await desk.codeOf(await desk.post('/commands/queueList', token, list))).toEqual(wanted);
  });

  test('[W-530] a recent proof lets the command through', async () => {
    const { token } = await addAdmin();
    expect(await desk.codeOf(await desk.post('/commands/queue', token, command('AGMShutDwn')))).toEqual(
      DEVICE_NOT_THERE,
    );
  });

  test('[W-530] a broadcast that formats disks needs a proof, another one does not', async () => {
    const { id, token } = await addAdmin();
    await desk.ageProofs(id);
    const send = (commandList: readonly string[]) =>
      desk.post('/pigrun/CreateBroadcastCommands', token, { uidList: [999_999], commandList });
    expect(await desk.codeOf(await send(['SD']))).toEqual(NEEDED);
    expect((await send(['PM'])).status).toBe(200);
  });

  test('[W-530] flags of a path that format disks need a proof when they are saved and when they are sent', async () => {
    const { id, token } = await addAdmin();
    const [{ id: pathId } = { id: 0 }] = await desk.world.query(
      sql<{ id: number }>`insert into pig_paths (group_id, name)
        select group_id, 'Line ' || id from users where id = ${id} returning id`,
    );
    const flags = (formats: 'Y' | 'N') => ({ pathId, ...NO_FLAGS, formatDiskBroadcastCommandNowEvent: formats });
    const save = (formats: 'Y' | 'N') => desk.post('/pigpath/UpdateBroadcastCommandData', token, flags(formats));
    const fire = () => desk.call('GET', `/pigpath/CreateBroadcastCommandsForNowEvent/${pathId}`, token);
    expect((await save('Y')).status).toBe(200);
    await desk.ageProofs(id);
    expect(await desk.codeOf(await fire())).toEqual(NEEDED);
    expect((await save('N')).status).toBe(200);
    expect((await fire()).status).toBe(200);
    expect(await desk.codeOf(await save('Y'))).toEqual(NEEDED);
  });
});
