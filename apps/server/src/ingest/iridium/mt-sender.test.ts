import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { formatHex } from '@waymark/device-protocol/bytes/hex';
import { encodeMtConfirmation } from '@waymark/device-protocol/directip/confirmation';
import { measureMessage } from '@waymark/device-protocol/directip/elements';
import { decodeMobileTerminated } from '@waymark/device-protocol/directip/mobile-terminated';
import { afterEach, describe, expect, test } from 'vitest';
import type { MobileTerminatedOrder } from './mt-outcome.ts';
import { createMtSender, type MtSenderOptions } from './mt-sender.ts';
import { closePeers, startHttpPeer, startTcpPeer, type Posted } from './testing/test-peers.ts';
import { IMEI } from './testing/satellite-samples.ts';

afterEach(closePeers);

const order: MobileTerminatedOrder = {
  imei: IMEI,
  payload: new TextEncoder().encode('hello'),
  clientMessageId: 9999,
  ringAlert: true,
  flush: false,
};
const HELLO = '68656c6c6f';

const send = (url: string, changes: Partial<MobileTerminatedOrder> = {}, options: Partial<MtSenderOptions> = {}) =>
  createMtSender({ url, ...options })({ ...order, ...changes });

/** Finds a port without a listener. */
async function findClosedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('sending over DirectIP', () => {
  async function startGateway(status: number, changes: { clientMessageId?: number } = {}) {
    const messages: Buffer[] = [];
    const port = await startTcpPeer((received, socket) => {
      const length = measureMessage(received);
      if (!length.ok || length.value === null || received.length < length.value) return;
      messages.push(received);
      socket.end(encodeMtConfirmation({ clientMessageId: 9999, imei: IMEI, autoId: 58_473, status, ...changes }));
    });
    return { messages, url: `directip://127.0.0.1:${port}` };
  }

  test('the sender writes exactly these bytes and returns the place in the queue', async () => {
    const { messages, url } = await startGateway(3);
    expect(await send(url, { ringAlert: false })).toEqual({ ok: true, status: 3, autoId: '58473' });
    expect(messages.map(formatHex)).toEqual([`0100204100150000270f3330303233343036333930343139300000420005${HELLO}`]);
  });

  test('the sender requests ring alert and flush', async () => {
    const { messages, url } = await startGateway(0);
    await send(url, { flush: true });
    expect(decodeMobileTerminated(messages[0] ?? new Uint8Array())).toMatchObject({
      ok: true,
      value: { disposition: 3 },
    });
  });

  test.each([
    [-1, 'bad-imei', true],
    [-2, 'unknown-imei', true],
    [-3, 'payload-too-long', true],
    [-4, 'payload-missing', true],
    [-5, 'queue-full', false],
    [-6, 'gateway-resources', false],
    [-7, 'protocol-error', true],
    [-8, 'ring-alerts-disabled', true],
    [-9, 'not-attached', false],
    [-10, 'source-refused', false],
    [-11, 'mtmsn-out-of-range', true],
    [-12, 'certificate-refused', false],
    [-99, 'status -99', false],
  ])('the sender maps status %i to %s', async (status, code, isFinal) => {
    const { url } = await startGateway(status);
    expect(await send(url)).toEqual({ ok: false, code, detail: `status ${status}`, isFinal });
  });

  test('the sender ignores the confirmation of another message', async () => {
    const { url } = await startGateway(0, { clientMessageId: 1 });
    expect(await send(url)).toMatchObject({ ok: false, code: 'gateway-answer', isFinal: false });
  });

  test('a silent, unreachable or foreign gateway allows a retry', async () => {
    const silent = await startTcpPeer(() => undefined);
    expect(await send(`directip://127.0.0.1:${silent}`, {}, { timeoutMs: 50 })).toMatchObject({
      code: 'timeout',
      isFinal: false,
    });
    const hangingUp = await startTcpPeer((_received, socket) => socket.end());
    expect(await send(`directip://127.0.0.1:${hangingUp}`)).toMatchObject({ code: 'unreachable', isFinal: false });
    expect(await send(`directip://127.0.0.1:${await findClosedPort()}`)).toMatchObject({
      code: 'unreachable',
      detail: 'ECONNREFUSED',
    });
    const web = await startTcpPeer((_received, socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect(await send(`directip://127.0.0.1:${web}`)).toMatchObject({ code: 'gateway-answer', detail: 'version' });
  });

  test('the sender sends at most the payload that the transceiver accepts', async () => {
    const { messages, url } = await startGateway(0);
    expect(await send(url, { payload: new Uint8Array(270) })).toMatchObject({ ok: true });
    expect(await send(url, { payload: new Uint8Array(271) })).toMatchObject({
      code: 'payload-too-long',
      isFinal: true,
    });
    expect(await send(url, { payload: new Uint8Array(1890) }, { maxPayload: 1890 })).toMatchObject({ ok: true });
    expect(await send(url, { payload: new Uint8Array(0) })).toMatchObject({ code: 'payload-missing', isFinal: true });
    expect(await send(url, { imei: '123' })).toMatchObject({ code: 'bad-imei', isFinal: true });
    expect(messages.map(({ length }) => length)).toEqual([270 + 30, 1890 + 30]);
  });
});

async function startProvider(text: string, status = 200) {
  const posted: Posted[] = [];
  const port = await startHttpPeer((post) => {
    posted.push(post);
    return { status, text };
  });
  return { posted, host: `127.0.0.1:${port}` };
}

describe('sending over RockBLOCK', () => {
  test('the sender posts a message as a form and returns its id', async () => {
    const { posted, host } = await startProvider('OK,4114651');
    expect(await send(`rockblock+http://my%40user:p%3Ass@${host}`)).toEqual({
      ok: true,
      status: null,
      autoId: '4114651',
    });
    expect(posted).toMatchObject([
      {
        method: 'POST',
        path: '/rockblock/MT',
        fields: { imei: IMEI, username: 'my@user', password: 'p:ss', data: HELLO },
      },
    ]);
    expect(posted[0]?.fields).not.toHaveProperty('flush');
  });

  test('the sender supports another path and a flush of the queue', async () => {
    const { posted, host } = await startProvider('OK,1');
    await send(`rockblock+http://u:p@${host}/relay/mt`, { flush: true });
    expect(posted).toMatchObject([{ path: '/relay/mt', fields: { flush: 'yes' } }]);
  });

  test.each([
    ['FAILED,10,Invalid login credentials', 'login-refused', '10 Invalid login credentials', false],
    [
      'FAILED,11,No RockBLOCK with this IMEI found on your account',
      'unknown-imei',
      '11 No RockBLOCK with this IMEI found on your account',
      true,
    ],
    ['FAILED,12,RockBLOCK has no line rental', 'no-line-rental', '12 RockBLOCK has no line rental', false],
    ['FAILED,13,Your account has insufficient credit', 'no-credit', '13 Your account has insufficient credit', false],
    ['FAILED,14,Could not decode hex data', 'payload-not-hex', '14 Could not decode hex data', true],
    ['FAILED,15,Data too long', 'payload-too-long', '15 Data too long', true],
    ['FAILED,16,No data', 'payload-missing', '16 No data', true],
    ['FAILED,99,System Error', 'provider-error', '99 System Error', false],
    ['FAILED,77,New, and unknown', 'provider-error', '77 New, and unknown', false],
    ['<html>', 'provider-answer', 'HTTP 200', false],
    ['', 'provider-answer', 'HTTP 200', false],
  ])('the sender maps %j to %s', async (text, code, detail, isFinal) => {
    const { host } = await startProvider(text);
    expect(await send(`rockblock+http://u:p@${host}`)).toEqual({ ok: false, code, detail, isFinal });
  });

  test('the sender does not send credentials to the target of a redirect', async () => {
    const { posted, host } = await startProvider('', 307);
    expect(await send(`rockblock+http://u:p@${host}`)).toMatchObject({ code: 'provider-answer', detail: 'HTTP 307' });
    expect(posted).toHaveLength(1);
  });

  test('a silent or unreachable provider allows a retry', async () => {
    const silent = await startHttpPeer(() => null);
    expect(await send(`rockblock+http://u:p@127.0.0.1:${silent}`, {}, { timeoutMs: 50 })).toMatchObject({
      code: 'timeout',
      isFinal: false,
    });
    const absent = `rockblock+http://u:p@127.0.0.1:${await findClosedPort()}`;
    expect(await send(absent)).toEqual({ ok: false, code: 'unreachable', detail: 'ECONNREFUSED', isFinal: false });
  });
});

describe('sending over Cloudloop', () => {
  const findThing = (imei: string) => Promise.resolve(imei === IMEI ? 'kqZVnYpWdLrXbMoR' : null);

  test('the sender posts a message to the Cloudloop thing of the device', async () => {
    const { posted, host } = await startProvider('{"id":"mt-1","at":1789980885457}');
    expect(await send(`cloudloop+http://t0ken@${host}`, {}, { findThing })).toEqual({
      ok: true,
      status: null,
      autoId: 'mt-1',
    });
    expect(posted).toMatchObject([
      {
        method: 'POST',
        path: '/Data/DoSendSbdMessage',
        fields: { token: 't0ken', thing: 'kqZVnYpWdLrXbMoR', message: HELLO },
      },
    ]);
  });

  test.each([
    ['{"at":1789980885457,"error":"DispatcherInputException"}', 200, 'provider-error', 'DispatcherInputException'],
    ['{"error":"no"}', 401, 'login-refused', 'HTTP 401'],
    ['{}', 500, 'provider-answer', 'HTTP 500'],
    ['no JSON', 200, 'provider-answer', 'HTTP 200'],
  ])('the sender maps %s with status %i to %s', async (text, status, code, detail) => {
    const { host } = await startProvider(text, status);
    expect(await send(`cloudloop+http://t@${host}`, {}, { findThing })).toEqual({
      ok: false,
      code,
      detail,
      isFinal: false,
    });
  });

  test('the sender allows a retry while the Cloudloop thing of the device is unknown', async () => {
    const { posted, host } = await startProvider('{}');
    expect(await send(`cloudloop+http://t@${host}`)).toMatchObject({ code: 'unknown-thing', isFinal: false });
    expect(await send(`cloudloop+http://t@${host}`, { imei: '300000000000000' }, { findThing })).toMatchObject({
      code: 'unknown-thing',
    });
    const failing = { findThing: () => Promise.reject(new Error('no database')) };
    expect(await send(`cloudloop+http://t@${host}`, {}, failing)).toMatchObject({
      code: 'unknown-thing',
      isFinal: false,
    });
    expect(posted).toEqual([]);
  });
});

test.each([
  ['smtp://user:geheim@host', 'no satellite gateway is reached by smtp://'],
  ['rockblock://geheim@host', 'rockblock:// needs user and password'],
  ['cloudloop://api.example.com', 'cloudloop:// needs a token'],
  ['directip:10800', 'the address of the satellite gateway is not valid'],
  ['geheim', 'the address of the satellite gateway is not valid'],
])('createMtSender refuses the address %s without repeating it', (url, message) => {
  let thrown: unknown;
  try {
    createMtSender({ url });
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toEqual(new Error(message));
});
