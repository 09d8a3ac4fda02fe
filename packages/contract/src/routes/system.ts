import { z } from 'zod';
import { utcDatabase } from '../devices/fields.ts';
import { EVERYONE } from '../roles.ts';
import { defineRoute } from '../route.ts';

/** A map layer from another host. */
const tileLayer = z.object({
  /** Addresses with {z}, {x} and {y}, drawn on top of each other; empty: the console draws its built-in base map. */
  urls: z.array(z.string()),
  attribution: z.string(),
  /** Closer views enlarge the tiles of this zoom. */
  maxZoom: z.int().min(0),
});
export type TileLayer = z.output<typeof tileLayer>;

const exampleTiles: TileLayer = {
  urls: ['https://tiles.example.com/{z}/{x}/{y}.png'],
  attribution: 'Example Survey',
  maxZoom: 16,
};

export const systemRoutes = {
  serverUtcDate: defineRoute({
    method: 'GET',
    path: '/getdatabaseserverutcdate',
    summary: "The database server's clock, 26 characters.",
    access: EVERYONE,
    key: 'any',
    reply: utcDatabase,
    example: { reply: '2026-03-18 00:06:51.204118' },
  }),
  consoleSettings: defineRoute({
    method: 'GET',
    path: '/console/settings',
    summary: 'The settings that the console needs before sign-in.',
    access: 'public',
    reply: z.object({
      supportUrl: z.string(),
      externalSignIn: z.object({ name: z.string() }).nullable(),
      demo: z
        .object({
          signIns: z.array(z.object({ label: z.string(), email: z.string(), password: z.string() })),
        })
        .nullable(),
      tiles: z.object({
        basic: tileLayer,
        streets: tileLayer,
        satellite: tileLayer,
        default: tileLayer,
        radar: tileLayer.nullable(),
      }),
    }),
    example: {
      reply: {
        supportUrl: 'https://support.example.com/',
        externalSignIn: null,
        demo: null,
        tiles: {
          basic: exampleTiles,
          streets: exampleTiles,
          satellite: exampleTiles,
          default: exampleTiles,
          radar: null,
        },
      },
    },
  }),
  reportConsoleError: defineRoute({
    method: 'POST',
    path: '/console/error',
    summary: 'Adds a failure of the console to the error log and answers its log id.',
    access: EVERYONE,
    body: z.object({
      message: z.string().max(2000),
      stack: z.string().max(20_000).optional(),
      location: z.string().max(2000).optional(),
    }),
    reply: z.int().positive(),
    example: { body: { message: 'Cannot read properties of undefined', location: '/' }, reply: 4711 },
  }),
  readOutbox: defineRoute({
    method: 'GET',
    path: '/dev/outbox',
    summary: 'Demo mode only, this machine only: the newest messages that wait or were sent.',
    access: 'public',
    reply: z.array(
      z.object({
        id: z.int().positive(),
        medium: z.enum(['mail', 'sms', 'push']),
        to: z.string(),
        subject: z.string(),
        text: z.string(),
        status: z.enum(['waiting', 'sent', 'dead']),
        attempts: z.int(),
        createdAt: z.string(),
      }),
    ),
    problems: ['not-found'],
    example: {
      reply: [
        {
          id: 12,
          medium: 'mail',
          to: 'dana.reyes@example.com',
          subject: 'Set your Waymark password',
          text: 'Open this link within one hour: https://waymark.example.com/set-password#token=q3hX',
          status: 'waiting',
          attempts: 0,
          createdAt: '2026-03-18 00:06:51',
        },
      ],
    },
  }),
  openApi: defineRoute({
    method: 'GET',
    path: '/openapi.json',
    summary: 'This API as OpenAPI 3.1.',
    access: 'public',
    reply: z.unknown(),
    example: { reply: { openapi: '3.1.0' } },
  }),
  apiDocs: defineRoute({
    method: 'GET',
    path: '/docs',
    summary: 'This API as a page to read.',
    access: 'public',
    media: 'text/html',
    reply: z.string(),
    example: { reply: '<!doctype html>' },
  }),
  health: defineRoute({
    method: 'GET',
    path: '/healthz',
    atRoot: true,
    summary: 'The process is alive.',
    access: 'public',
    reply: z.object({ status: z.literal('ok') }),
    example: { reply: { status: 'ok' } },
  }),
  readiness: defineRoute({
    method: 'GET',
    path: '/readyz',
    atRoot: true,
    summary: 'The node can take traffic: database reachable, not shutting down.',
    access: 'public',
    reply: z.object({ status: z.literal('ready') }),
    problems: ['not-ready'],
    example: { reply: { status: 'ready' } },
  }),
  metrics: defineRoute({
    method: 'GET',
    path: '/metrics',
    atRoot: true,
    summary: 'Prometheus metrics, for this machine or with the metrics token.',
    access: 'public',
    media: 'text/plain',
    reply: z.string(),
    problems: ['forbidden'],
    example: { reply: 'process_cpu_seconds_total 1.2' },
  }),
};
