import { createServer } from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DeliveryRefused } from '../mail/mail.ts';
import { startTestTextGateway, type TestTextGateway } from './test-text-gateway.ts';
import { createTextGateway, OutcomeUnknown } from './text-gateway.ts';

const TOKEN = 'a token: with % and ü';
const message = { to: '9185550134', text: 'PIG-12 & marker 4: größer als 50 % 🐖' };

let stub: TestTextGateway;
beforeEach(async () => {
  stub = await startTestTextGateway();
});
afterEach(() => stub.close());

const connect = (url = stub.url) =>
  createTextGateway({ url, account: 'AC42', token: TOKEN, from: '+19185550100', countryCode: '1' });

const send = (signal = new AbortController().signal) => connect().send(message, signal);

async function failureOf(sending: Promise<void>): Promise<Error | undefined> {
  try {
    await sending;
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

describe('requests to the text gateway', () => {
  test('a text message is sent as a form with To, From and Body, authenticated by account and token', async () => {
    await send();
    expect(stub.received).toEqual([
      {
        method: 'POST',
        path: '/Accounts/AC42/Messages.json',
        authorization: `Basic ${Buffer.from(`AC42:${TOKEN}`).toString('base64')}`,
        contentType: 'application/x-www-form-urlencoded',
        fields: { To: '+19185550134', From: '+19185550100', Body: message.text },
      },
    ]);
  });
});

describe('answers of the text gateway', () => {
  test.each([200, 201, 202])('the status %i confirms a message', async (status) => {
    stub.answers.push({ status });
    await expect(send()).resolves.toBeUndefined();
  });

  test.each([400, 403, 404, 422])(
    'the status %i refuses a message finally, with its reason and without our token',
    async (status) => {
      stub.answers.push({ status, body: `{"code":21211,"message":"Invalid 'To' Phone Number"}` });
      const failure = await failureOf(send());
      expect(failure).toBeInstanceOf(DeliveryRefused);
      expect(failure?.message).toBe(`the gateway answered ${status}: 21211 Invalid 'To' Phone Number`);
    },
  );

  test.each([401, 429, 500, 502, 503, 302])('the status %i allows a retry', async (status) => {
    stub.answers.push({ status, body: '<html>not JSON</html>' });
    const failure = await failureOf(send());
    expect(failure).not.toBeInstanceOf(DeliveryRefused);
    expect(failure).not.toBeInstanceOf(OutcomeUnknown);
    expect(failure?.message).toBe(`the gateway answered ${status}`);
  });

  test('an endless refusal is read only in part', async () => {
    stub.answers.push({ status: 400, body: `{"message":"${'x'.repeat(1_000_000)}"}` });
    expect((await failureOf(send()))?.message).toBe('the gateway answered 400');
  });
});

describe('a missing answer of the text gateway', () => {
  test('an unreachable gateway allows a retry: nothing was sent', async () => {
    const { url } = stub;
    await stub.close();
    const failure = await failureOf(connect(url).send(message, new AbortController().signal));
    expect(failure?.message).toContain('ECONNREFUSED');
    expect(failure).not.toBeInstanceOf(OutcomeUnknown);
  });

  test('a timeout leaves the outcome unknown', async () => {
    stub.answers.push('silent');
    const timeUp = new AbortController();
    const sending = failureOf(send(timeUp.signal));
    await stub.untilReceived(1);
    timeUp.abort();
    expect(await sending).toBeInstanceOf(OutcomeUnknown);
  });

  test('a closed connection leaves the outcome unknown', async () => {
    stub.answers.push('broken');
    expect(await failureOf(send())).toBeInstanceOf(OutcomeUnknown);
  });

  test('a failed TLS handshake allows a retry: nothing was sent', async () => {
    const plain = createServer((socket) => socket.on('error', () => undefined).end('this is no TLS\r\n')).listen(
      0,
      '127.0.0.1',
    );
    await once(plain, 'listening');
    const address = plain.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const failure = await failureOf(
      connect(`https://127.0.0.1:${address.port}/`).send(message, new AbortController().signal),
    );
    plain.close();
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(OutcomeUnknown);
  });
});
