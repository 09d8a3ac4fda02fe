import { z } from 'zod';
import { defineEvent, defineMethod } from '../event.ts';

export const sessionEvents = {
  ReceiveSessionEnd: defineEvent({
    name: 'ReceiveSessionEnd',
    summary: 'The session of this connection has ended; the connection closes next.',
    audience: 'user',
    delivery: 'every',
    data: z.object({ reason: z.enum(['signed-out', 'password-changed', 'account-changed', 'expired']) }),
    example: { reason: 'password-changed' },
  }),
};

export const sessionMethods = {
  RenewToken: defineMethod({
    name: 'RenewToken',
    summary: 'Hands over a renewed access token of the same session, so that the connection lives on.',
    argument: z.string().max(8192),
    example: 'eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmF0dXJl',
  }),
};
