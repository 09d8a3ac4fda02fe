import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { makeHookSecret, signHeaders } from './signature.ts';

const BODY = '{"text":"Größe ☃"}';
const signed = { id: 'an-id', at: Math.floor(Date.now() / 1000), body: BODY };

test('[W-388] signHeaders signs what the package of Standard Webhooks verifies', () => {
  const secret = makeHookSecret();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(new Webhook(secret).verify(BODY, signHeaders([secret], signed))).toEqual({ text: 'Größe ☃' });
});

test('[W-388] a changed body, id or time is not verified, nor a signature of another secret', () => {
  const secret = makeHookSecret();
  const headers = signHeaders([secret], signed);
  const receiver = new Webhook(secret);
  expect(() => receiver.verify(`${BODY} `, headers)).toThrow();
  expect(() => receiver.verify(BODY, { ...headers, 'webhook-id': 'another-id' })).toThrow();
  expect(() => receiver.verify(BODY, { ...headers, 'webhook-timestamp': String(signed.at - 1) })).toThrow();
  expect(() => new Webhook(makeHookSecret()).verify(BODY, headers)).toThrow();
});

test('[W-392] headers with two secrets are verified with either', () => {
  const [now, before] = [makeHookSecret(), makeHookSecret()];
  const headers = signHeaders([now, before], signed);
  for (const secret of [now, before]) expect(new Webhook(secret).verify(BODY, headers)).toBeTruthy();
});
