import { encodeIridiumUplink } from '@waymark/device-protocol/iridium/uplink';
import { webhooksRoutes } from '@waymark/contract/routes/webhooks';
import { exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { createMessageRates } from '../message-rate.ts';
import { createRockblockVerifier, type VerifyRockblockBody } from './rockblock-signature.ts';
import { createSessionReceiver } from './receive-session.ts';
import { RecordingDoor } from './testing/recording-door.ts';
import { HEARTBEAT, IMEI, NOW, resolveImei, UID } from './testing/satellite-samples.ts';
import { createWebhookIntake } from './webhook-intake.ts';

const ROCKBLOCK = webhooksRoutes.takeRockblockMessage.example.body;
const CLOUDLOOP = webhooksRoutes.takeCloudloopMessage.example.body;
const sender = '192.0.2.1';

function setUp(verifyRockblock?: VerifyRockblockBody) {
  const door = new RecordingDoor();
  const things = new Map<string, string>();
  const now = () => NOW;
  const receive = createSessionReceiver({ door, resolveImei, now, rates: createMessageRates(200) });
  const onThing = (imei: string, thingId: string) => void things.set(imei, thingId);
  return {
    door,
    things,
    deliver: createWebhookIntake({
      receive,
      refuse: (rejection) => door.refuse(rejection),
      now,
      verifyRockblock,
      onThing,
    }),
  };
}

test('both providers deliver messages to the same receiver', async () => {
  const { door, things, deliver } = setUp();
  expect(await deliver({ provider: 'rockblock', body: ROCKBLOCK, sender })).toBe('accepted');
  expect(await deliver({ provider: 'cloudloop', body: CLOUDLOOP, sender })).toBe('accepted');
  expect(door.received.flat()).toMatchObject([1, 2].map(() => ({ uid: UID, link: 'iridium', name: 'ack' })));
  expect([...things]).toEqual([[IMEI, 'kqZVnYpWdLrXbMoRzQjEgTuHcFaNsKiB']]);
});

test('an unreadable body is stored as rejected and need not be delivered again', async () => {
  const { door, deliver } = setUp();
  expect(await deliver({ provider: 'rockblock', body: { hello: 'world' }, sender })).toBe('accepted');
  expect(door.refused).toMatchObject([
    { reason: 'field', topic: 'rockblock', sender, uid: null, link: 'iridium', receivedAt: NOW },
  ]);
  expect(new TextDecoder().decode(door.refused[0]?.payload)).toBe('{"hello":"world"}');
});

test.each(['\0', '\uD800'])('[W-050] a body with %j in a text is stored as rejected', async (text) => {
  const { door, deliver } = setUp();
  expect(await deliver({ provider: 'rockblock', body: { ...ROCKBLOCK, serial: text }, sender })).toBe('accepted');
  expect(await deliver({ provider: 'cloudloop', body: { ...CLOUDLOOP, more: { deep: [text] } }, sender })).toBe(
    'accepted',
  );
  expect(door.refused.map(({ reason }) => reason)).toEqual(['not-text', 'not-text']);
  expect(door.received).toEqual([]);
});

test('a delivery that could not be stored must be repeated', async () => {
  const { door, deliver } = setUp();
  door.failure = new Error('no database');
  await expect(deliver({ provider: 'cloudloop', body: CLOUDLOOP, sender })).rejects.toThrow('no database');
  await expect(deliver({ provider: 'rockblock', body: {}, sender })).rejects.toThrow('no database');
});

describe('webhooks with the key of RockBLOCK', () => {
  let keys: Awaited<ReturnType<typeof generateKeyPair>>;
  let verify: VerifyRockblockBody;
  beforeAll(async () => {
    keys = await generateKeyPair('RS256', { extractable: true });
    verify = await createRockblockVerifier(await exportSPKI(keys.publicKey));
  });

  /** Signs like RockBLOCK: repeats every field as text. */
  const sign = (body: Readonly<Record<string, unknown>>, key = keys.privateKey) => {
    const claims = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]));
    return new SignJWT({ iss: 'Rock 7', ...claims }).setProtectedHeader({ alg: 'RS256' }).setIssuedAt().sign(key);
  };

  test('a signed body is accepted', async () => {
    const { door, deliver } = setUp(verify);
    const body = { ...ROCKBLOCK, JWT: await sign(ROCKBLOCK) };
    expect(await deliver({ provider: 'rockblock', body, sender })).toBe('accepted');
    expect([door.received.length, door.refused.length]).toEqual([1, 0]);
  });

  test('a body without a token, of another signer, or changed afterwards is forged', async () => {
    const { door, deliver } = setUp(verify);
    const stranger = await generateKeyPair('RS256');
    const token = await sign(ROCKBLOCK);
    const data = Buffer.from(encodeIridiumUplink(HEARTBEAT)).toString('hex');
    const forged = [
      ROCKBLOCK,
      { ...ROCKBLOCK, JWT: 'eyJhbGciOiJub25lIn0.e30.' },
      { ...ROCKBLOCK, JWT: await sign(ROCKBLOCK, stranger.privateKey) },
      { ...ROCKBLOCK, JWT: token, data },
      { ...ROCKBLOCK, JWT: token, momsn: 513 },
      { ...ROCKBLOCK, JWT: token, imei: '300234063904191' },
    ];
    for (const body of forged) expect(await deliver({ provider: 'rockblock', body, sender })).toBe('forged');
    expect(door.received).toEqual([]);
    expect(door.refused.map(({ reason }) => reason)).toEqual(forged.map(() => 'signature'));
  });

  test('a Cloudloop delivery needs no signature', async () => {
    const { deliver } = setUp(verify);
    expect(await deliver({ provider: 'cloudloop', body: CLOUDLOOP, sender })).toBe('accepted');
  });

  test('createRockblockVerifier refuses an invalid key', async () => {
    await expect(createRockblockVerifier('no key')).rejects.toThrow('SPKI');
  });
});
