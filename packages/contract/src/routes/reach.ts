import { z } from 'zod';
import { id, utcSecond } from '../devices/fields.ts';
import { EVERYONE } from '../roles.ts';
import { defineRoute } from '../route.ts';

// The ways to reach the signed-in user: e-mail, text message, and the browsers in which push is on
// (docs/decisions/0062).

/** Browsers of a user in which push is on. */
export const MOST_BROWSERS = 10;
const MOST_ENDPOINT = 1000;

export const REACH_MEDIA = ['email', 'sms', 'push'] as const;

const base64Url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+=*$/, 'This is no base64url text.');

/** The last message to an address. `failed` is final; `waiting` has not been sent yet and says why it failed, if it did. */
const lastMessage = z
  .object({ at: utcSecond, state: z.enum(['waiting', 'sent', 'failed']), error: z.string().nullable() })
  .nullable();

const browser = z.object({
  id,
  /** Browser and system, as it reported itself: "Firefox 145 on Windows". */
  name: z.string(),
  /** SHA-256 of its endpoint in base64url, by which a browser finds itself. */
  digest: z.string(),
  since: utcSecond,
  last: lastMessage,
});

export const reach = z.object({
  /** `isSetUp`: this server can send by this medium. */
  email: z.object({ address: z.string(), isSetUp: z.boolean(), last: lastMessage }),
  /** `isOptedIn`: the user has a phone and has opted in. */
  sms: z.object({ phone: z.string(), isOptedIn: z.boolean(), isSetUp: z.boolean(), last: lastMessage }),
  push: z.object({
    /** The application server key of this installation (VAPID). */
    publicKey: z.string(),
    browsers: z.array(browser),
    /** The push service no longer knew this browser, so it was removed. null: none since push was turned on last. */
    lost: z.object({ name: z.string(), at: utcSecond }).nullable(),
  }),
});
export type Reach = z.output<typeof reach>;

const sent = { at: '2026-03-18 04:40:10', state: 'sent', error: null } as const;
export const exampleReach: Reach = {
  email: { address: 'dana.reyes@example.com', isSetUp: true, last: sent },
  sms: { phone: '9185550134', isOptedIn: true, isSetUp: true, last: null },
  push: {
    publicKey: 'BJ9cU1t5yPTcbM0ScwAkIYAh7SSuUqt8ZZ_jfsE3BZQ1vCkZ6NEqsUwI6WpmlbF6fCSCqlc9TSTwwDUJAWb0NQY',
    browsers: [
      {
        id: 12,
        name: 'Chrome 142 on Android',
        digest: '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU',
        since: '2026-03-01 07:12:44',
        last: sent,
      },
    ],
    lost: null,
  },
};

export const reachRoutes = {
  readReach: defineRoute({
    method: 'GET',
    path: '/user/reach',
    summary: 'The ways to reach the caller by messages, each with its last message.',
    access: EVERYONE,
    reply: reach,
    example: { reply: exampleReach },
  }),
  addBrowser: defineRoute({
    method: 'POST',
    path: '/user/reach/browsers',
    summary:
      'Turns push on in a browser of the caller: its subscription. A browser of another user becomes one of the caller. Without TLS, or at a private address, only with WAYMARK_PUSH_ALLOW_PRIVATE.',
    access: EVERYONE,
    body: z.object({
      endpoint: z.url({ protocol: /^https?$/ }).max(MOST_ENDPOINT),
      keys: z.object({ p256dh: base64Url(120), auth: base64Url(40) }),
    }),
    reply: reach,
    problems: ['push-address-refused', 'push-key-refused', 'too-many-browsers'],
    example: {
      body: {
        endpoint: 'https://push.example.com/send/dGhpcyBpcyBhIHN1YnNjcmlwdGlvbg',
        keys: {
          p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        },
      },
      reply: exampleReach,
    },
  }),
  removeBrowser: defineRoute({
    method: 'DELETE',
    path: '/user/reach/browsers/:id',
    summary: 'Turns push off in a browser of the caller.',
    access: EVERYONE,
    params: z.object({ id: z.coerce.number().pipe(id) }),
    reply: reach,
    problems: ['browser-not-found'],
    example: { params: { id: 12 }, reply: { ...exampleReach, push: { ...exampleReach.push, browsers: [] } } },
  }),
  sendTest: defineRoute({
    method: 'POST',
    path: '/user/reach/test',
    summary: 'Sends the caller a test message; a push goes to all their browsers. At most one in half a minute.',
    access: EVERYONE,
    body: z.object({ medium: z.enum(REACH_MEDIA) }),
    reply: reach,
    problems: ['not-reachable', 'test-too-soon'],
    example: { body: { medium: 'email' }, reply: exampleReach },
  }),
};
