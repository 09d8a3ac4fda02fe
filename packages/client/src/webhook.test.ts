import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readWebhook } from './webhook.ts';

const KEY = Buffer.from('a key of thirty-two bytes, or so');
const SECRET = `whsec_${KEY.toString('base64')}`;
const body = JSON.stringify({ specversion: '1.0', id: 'e-1', type: 'waymark.device.online', data: { uid: 100_234 } });

interface Signing {
  readonly key?: Buffer;
  readonly ageS?: number;
  readonly before?: string;
}

function sign({ key = KEY, ageS = 0, before = '' }: Signing = {}): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000) - ageS);
  const signature = createHmac('sha256', key).update(`e-1.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': 'e-1', 'webhook-timestamp': timestamp, 'webhook-signature': `${before}v1,${signature}` };
}

describe('a webhook is read', () => {
  it('[W-542] a signed request is its event', async () => {
    const event = await readWebhook({ secret: SECRET, headers: sign(), body });
    expect(event).toMatchObject({ type: 'waymark.device.online', data: { uid: 100_234 } });
    expect(await readWebhook({ secret: SECRET, headers: new Headers(sign()), body })).toEqual(event);
  });

  it('one right signature of two is enough, and others are passed over', async () => {
    const before = 'v1,AAAA v2,BBBB v1,not/base64! ';
    expect(await readWebhook({ secret: SECRET, headers: sign({ before }), body })).toMatchObject({ id: 'e-1' });
  });

  const { 'webhook-timestamp': _, ...timeless } = sign();
  it.each<[string, Record<string, string>, string]>([
    ['the key is another', sign({ key: Buffer.from('another key') }), body],
    ['[W-542] the body was changed', sign(), body.replace('100234', '100235')],
    ['[W-542] the request is old', sign({ ageS: 301 }), body],
    ['the request is from tomorrow', sign({ ageS: -86_400 }), body],
    ['the time is missing', timeless, body],
    ['[W-542] nothing is signed', {}, body],
  ])('a request is refused: %s', async (_title, headers, sent) => {
    await expect(readWebhook({ secret: SECRET, headers, body: sent })).rejects.toMatchObject({
      name: 'NotSignedError',
    });
  });

  it('a secret of another form is a fault of the program', async () => {
    await expect(readWebhook({ secret: 'hunter2!', headers: sign(), body })).rejects.toThrow(TypeError);
  });
});
