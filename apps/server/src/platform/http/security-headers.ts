import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

const API_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Only our own files, and inline parts that carry this answer's nonce. */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export function makeNonce(): string {
  return randomBytes(16).toString('base64url');
}

export function addSecurityHeaders(app: FastifyInstance, isHttps: boolean): void {
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers({
      'content-security-policy': API_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(self), microphone=(), payment=()',
    });
    if (isHttps) void reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
  });
}
