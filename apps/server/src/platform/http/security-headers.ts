import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

const API_POLICY = "default-src 'none'; frame-ancestors 'none'";
/** The console's service worker may fetch only our own files. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/** Allows our own files, inline parts with this answer's nonce, and tiles of the configured hosts. */
function pagePolicy(nonce: string, tileOrigins: readonly string[], framedBy: readonly string[]): string {
  const tiles = tileOrigins.map((origin) => ` ${origin}`).join('');
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${tiles}`,
    "font-src 'self'",
    `connect-src 'self'${tiles}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framedBy.length === 0 ? "'none'" : framedBy.join(' ')}`,
  ].join('; ');
}

export function makeNonce(): string {
  return randomBytes(16).toString('base64url');
}

/**
 * Headers that matter only for documents, in addition to those of every answer. `framedBy`: origins of pages that may
 * show this one in a frame.
 */
export function pageHeaders(
  nonce: string,
  tileOrigins: readonly string[] = [],
  framedBy: readonly string[] = [],
): Readonly<Record<string, string>> {
  return {
    'content-security-policy': pagePolicy(nonce, tileOrigins, framedBy),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(self), microphone=(), payment=()',
  };
}

export function commonHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  return {
    'content-security-policy': API_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}

export function addSecurityHeaders(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    done();
  });
}
