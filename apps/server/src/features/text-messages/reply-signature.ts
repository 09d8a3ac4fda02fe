import { createHmac, timingSafeEqual } from 'node:crypto';

function sign(url: string, fields: Readonly<Record<string, string>>, token: string): Buffer {
  const names = Object.keys(fields).toSorted();
  const text = url + names.map((name) => `${name}${fields[name] ?? ''}`).join('');
  return createHmac('sha1', token).update(text).digest();
}

/** The address with and without its port, because gateways sign either. */
function spellPort(url: string): readonly string[] {
  const { protocol, port, host, hostname, href } = new URL(url);
  const rest = href.slice(protocol.length + 2 + host.length);
  const written = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return [`${protocol}//${hostname}:${written}${rest}`, `${protocol}//${hostname}${rest}`];
}

/** Verifies X-Twilio-Signature: the sender knows the token and posted these fields to this address. */
export function isSignedReply(
  url: string,
  fields: Readonly<Record<string, string>>,
  token: string,
  signature: string,
): boolean {
  const given = Buffer.from(signature, 'base64');
  return [url, ...spellPort(url)].some((spelling) => {
    const expected = sign(spelling, fields, token);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
