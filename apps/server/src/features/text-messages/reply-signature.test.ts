import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isSignedReply } from './reply-signature.ts';

// The worked example of Twilio's documentation on request validation.
const URL_OF_EXAMPLE = 'https://mycompany.com/myapp.php?foo=1&bar=2';
const SIGNATURE = 'RSOYDt4T1cUTdK1PDd93/VVr8B8=';
const TOKEN = '12345';
const fields = {
  CallSid: 'CA1234567890ABCDE',
  Caller: '+14158675309',
  Digits: '1234',
  From: '+14158675309',
  To: '+18005551212',
};

const sign = (text: string) => createHmac('sha1', TOKEN).update(text).digest('base64');

describe('the signature of a reply', () => {
  test('accepts the documented signature with the fields in any order', () => {
    expect(isSignedReply(URL_OF_EXAMPLE, fields, TOKEN, SIGNATURE)).toBe(true);
    const turned = Object.fromEntries(Object.entries(fields).toReversed());
    expect(isSignedReply(URL_OF_EXAMPLE, turned, TOKEN, SIGNATURE)).toBe(true);
  });

  test.each([
    ['another address', `${URL_OF_EXAMPLE}&x=1`, fields, TOKEN, SIGNATURE],
    ['plain http', URL_OF_EXAMPLE.replace('https', 'http'), fields, TOKEN, SIGNATURE],
    ['another value', URL_OF_EXAMPLE, { ...fields, Digits: '9999' }, TOKEN, SIGNATURE],
    ['one field more', URL_OF_EXAMPLE, { ...fields, Body: 'START' }, TOKEN, SIGNATURE],
    ['another token', URL_OF_EXAMPLE, fields, '12346', SIGNATURE],
    ['no signature', URL_OF_EXAMPLE, fields, TOKEN, ''],
    ['a shorter signature', URL_OF_EXAMPLE, fields, TOKEN, SIGNATURE.slice(0, 8)],
  ])('rejects a signature with %s', (_, url, given, token, signature) => {
    expect(isSignedReply(url, given, token, signature)).toBe(false);
  });

  test('accepts an address with or without its port, but not another port', () => {
    const base = 'https://waymark.example.com/api/webhooks/sms';
    const withPort = base.replace('.com', '.com:443');
    expect(isSignedReply(base, { Body: 'STOP' }, TOKEN, sign(`${withPort}BodySTOP`))).toBe(true);
    const custom = base.replace('.com', '.com:8443');
    expect(isSignedReply(custom, { Body: 'STOP' }, TOKEN, sign(`${custom}BodySTOP`))).toBe(true);
    expect(isSignedReply(custom, { Body: 'STOP' }, TOKEN, sign(`${base}BodySTOP`))).toBe(true);
    expect(isSignedReply(base, { Body: 'STOP' }, TOKEN, sign(`${custom}BodySTOP`))).toBe(false);
  });
});
