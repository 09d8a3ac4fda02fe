import { z } from 'zod';
import { defineRoute } from '../route.ts';

/** The secret shared with the provider: other callers get a 404. */
const params = z.object({ secret: z.string().min(1).max(100) });

/** The gateway reads it. Unknown contents are accepted too, because a provider would only repeat them. */
const body = z.record(z.string(), z.unknown());

const EXAMPLE_SECRET = { secret: 'q3hX0mC2vG6kq0sKcE1dUQ' };
const BODY_LIMIT = 32_768;

export const webhooksRoutes = {
  takeRockblockMessage: defineRoute({
    method: 'POST',
    path: '/webhooks/rockblock/:secret',
    anyParams: true,
    summary: 'Takes a satellite message from RockBLOCK; answers once it is stored.',
    access: 'public',
    params,
    body,
    bodyAs: 'form-or-json',
    anyTexts: true,
    bodyLimit: BODY_LIMIT,
    reply: z.void(),
    problems: ['not-found', 'forbidden', 'not-ready'],
    example: {
      params: EXAMPLE_SECRET,
      body: {
        imei: '300234063904190',
        serial: 12345,
        momsn: 512,
        transmit_time: '26-06-27 01:02:05',
        iridium_latitude: 31.5,
        iridium_longitude: -102.25,
        iridium_cep: 4,
        data: 'a10600096a3f210b0000002a00006805',
      },
      reply: undefined,
    },
  }),
  takeCloudloopMessage: defineRoute({
    method: 'POST',
    path: '/webhooks/cloudloop/:secret',
    anyParams: true,
    summary: 'Takes a satellite message from Cloudloop (Lingo); answers once it is stored.',
    access: 'public',
    params,
    body,
    anyTexts: true,
    bodyLimit: BODY_LIMIT,
    reply: z.void(),
    problems: ['not-found', 'not-ready'],
    example: {
      params: EXAMPLE_SECRET,
      body: {
        id: '0d6a7f3e-8b0b-4a53-9a55-3f4f4bb0c7a1',
        receivedAt: { year: 2026, month: 6, day: 27, hour: 1, minute: 2, second: 6 },
        identity: { hardware: { imei: '300234063904190' }, thingId: 'kqZVnYpWdLrXbMoRzQjEgTuHcFaNsKiB' },
        sbd: {
          imei: '300234063904190',
          cdrReference: '3152085395',
          momsn: 512,
          mtmsn: 0,
          sessionAt: { year: 2026, month: 6, day: 27, hour: 1, minute: 2, second: 5 },
          status: 'SESSION_STATUS_OK',
          location: { latitude: 31.5, longitude: -102.25, cep: 4 },
        },
        message: 'oQYACWo/IQsAAAAqAABoBQ==',
      },
      reply: undefined,
    },
  }),
  takeTextReply: defineRoute({
    method: 'POST',
    path: '/webhooks/sms',
    summary:
      'Takes what a person has answered to a text message, signed by the gateway: STOP ends them, START allows them, ACK and its number acknowledges the alerts of one.',
    access: 'public',
    body: z.record(z.string(), z.string()),
    bodyAs: 'form-or-json',
    bodyLimit: BODY_LIMIT,
    /** An empty TwiML answer. */
    reply: z.string(),
    media: 'text/xml',
    problems: ['not-found', 'forbidden'],
    example: {
      body: {
        MessageSid: 'SM1f0e8ae6ade43cb3c0ce4525424e404f',
        From: '+19185550134',
        To: '+19185550100',
        Body: 'STOP',
      },
      reply: '<?xml version="1.0" encoding="UTF-8"?><Response/>',
    },
  }),
};
