import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

const BEYOND_ASCII = /[^\0-\u007f]/;
const BEYOND_PRINTABLE = /[^!-~]/;

/** Whether every percent escape of a text is complete and together they are valid UTF-8. */
export function isDecodable(text: string): boolean {
  if (!text.includes('%')) return true;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Accepts a path with its query, or an absolute http(s) URL of the host in the Host header without a user. */
function isClearTarget(target: string, host: string | undefined): boolean {
  if (BEYOND_PRINTABLE.test(target) || !isDecodable(target)) return false;
  if (target.startsWith('/')) return true;
  if (!URL.canParse(target)) return false;
  const { protocol, username, password, host: named } = new URL(target);
  return /^https?:$/.test(protocol) && username === '' && password === '' && named === host?.toLowerCase();
}

/** Accepts at most one Host header, and only UTF-8 values; Node decodes them as Latin-1. */
function areClearHeaders(raw: readonly string[]): boolean {
  let hosts = 0;
  for (let index = 0; index < raw.length; index += 2) {
    const [name = '', value = ''] = [raw[index], raw[index + 1]];
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
    if (BEYOND_ASCII.test(value) && !isUtf8(Buffer.from(value, 'latin1'))) return false;
  }
  return hosts <= 1;
}

/** Whether this server and every proxy in front of it parse the request the same way. */
export function isClearRequest({ httpVersion, url = '', headers, rawHeaders }: IncomingMessage): boolean {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return false;
  if (headers.host === undefined && httpVersion === '1.1') return false;
  return isClearTarget(url, headers.host) && areClearHeaders(rawHeaders);
}
