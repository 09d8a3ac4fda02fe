import { isIP } from 'node:net';
import { z } from 'zod';
import type { TileLayer } from '@waymark/contract/routes/system';
import { DEFAULT_TILES, NO_TILES, readTileLayer } from './tile-layers.ts';

/** A setting that cannot be used; the message is a single line for the operator. */
export class ConfigError extends Error {}

// Each name of the environment is listed here once, with its format. An unknown WAYMARK_ name is refused, because a misspelt
// setting would be ignored silently.

const port = z.coerce.number().int().min(0).max(65_535);
const url = (...protocols: string[]) =>
  z.url().refine((text) => protocols.includes(new URL(text).protocol.replace(':', '')), {
    message: `must be a ${protocols.join(' or ')} URL`,
  });

function isProxyName(name: string): boolean {
  return ['loopback', 'linklocal', 'uniquelocal'].includes(name) || isAddressOrRange(name);
}

function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  if (bits === undefined) return isIP(text) !== 0;
  const longest = isIP(address) === 6 ? 128 : 32;
  return rest.length === 0 && isIP(address) !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= longest;
}

/** Scheme, host and port, and nothing that a header of the answer would read otherwise. */
function isOrigin(text: string): boolean {
  return /^https?:\/\/[\w.:[\]-]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** Not a number in disguise: 2130706433 and 0x7f.1 are addresses. */
function isHostName(text: string): boolean {
  return /^(?=.*[a-z])[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i.test(text) && !/^0x/i.test(text);
}

const tiles = z.string().transform((text, context) => {
  const layer = readTileLayer(text);
  if (layer) return layer;
  context.addIssue({ code: 'custom', message: 'takes https://… addresses with {z}, {x} and {y}, or off' });
  return z.NEVER;
});

/** A map of our own instead of tile hosts: the console draws the ground itself. */
const basicTiles = z.string().transform((text, context): { layer: TileLayer; groundPath?: string } => {
  const groundPath = /^pmtiles:(.*)$/.exec(text.trim())?.[1];
  if (groundPath !== undefined) return { layer: NO_TILES, ...(groundPath !== '' && { groundPath }) };
  const layer = readTileLayer(text);
  if (layer) return { layer };
  context.addIssue({
    code: 'custom',
    message: 'takes https://… addresses with {z}, {x} and {y}, pmtiles:FILE, pmtiles:FOLDER, or off',
  });
  return z.NEVER;
});

const sessionDays = z.coerce.number().int().min(1).max(365);
const days = z.coerce.number().int().min(1).max(36_500);

const settings = z.strictObject({
  WAYMARK_PORT: port.default(8080),
  WAYMARK_HOST: z.string().min(1).default('127.0.0.1'),
  WAYMARK_TLS_CERT: z.string().min(1).optional(),
  WAYMARK_TLS_KEY: z.string().min(1).optional(),
  WAYMARK_DATA_DIR: z.string().min(1).optional(),
  WAYMARK_DATABASE_URL: url('postgres', 'postgresql').optional(),
  WAYMARK_DEMO: z.enum(['0', '1']).optional(),
  WAYMARK_SUPERADMIN_EMAIL: z.email().optional(),
  WAYMARK_SUPERADMIN_PASSWORD: z.string().optional(),
  WAYMARK_REDIS_URL: url('redis', 'rediss').optional(),
  WAYMARK_SMTP_URL: url('smtp', 'smtps').optional(),
  WAYMARK_MAIL_FROM: z.string().min(3).default('Waymark <no-reply@localhost>'),
  WAYMARK_SMS_URL: url('https', 'http').optional(),
  WAYMARK_SMS_ACCOUNT: z.string().min(1).optional(),
  WAYMARK_SMS_TOKEN: z.string().min(1).optional(),
  WAYMARK_SMS_FROM: z.string().min(1).optional(),
  WAYMARK_SMS_COUNTRY: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'takes a country code, 1 to 3 digits')
    .default('1'),
  WAYMARK_PUSH_ALLOW_PRIVATE: z.enum(['0', '1']).default('0'),
  WAYMARK_OIDC_ISSUER: url('https', 'http').optional(),
  WAYMARK_OIDC_CLIENT_ID: z.string().min(1).optional(),
  WAYMARK_OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  WAYMARK_OIDC_AUDIENCE: z.string().min(1).optional(),
  WAYMARK_OIDC_COMPANY_CLAIM: z.string().min(1).default('group'),
  WAYMARK_OIDC_STRONG_ACR: z.string().min(1).max(1000).optional(),
  WAYMARK_OIDC_NAME: z.string().min(1).default('Company sign-in'),
  WAYMARK_PUBLIC_URL: url('http', 'https').optional(),
  WAYMARK_ALLOWED_HOSTS: z
    .string()
    .regex(/^[\w.-]+(?:\s*,\s*[\w.-]+)*$/, 'takes names of hosts without port, separated by commas')
    .optional(),
  WAYMARK_EMBED_ORIGINS: z
    .string()
    .refine((text) => text.split(',').every((part) => isOrigin(part.trim())), {
      message: 'takes origins such as https://intranet.example.com, separated by commas',
    })
    .optional(),
  WAYMARK_SUPPORT_URL: url('http', 'https').default('https://support.waymark.example/'),
  WAYMARK_SECRET_KEY: z.string().min(32).optional(),
  WAYMARK_SUPERADMIN_SECOND_FACTOR: z.enum(['required', 'optional']).default('optional'),
  WAYMARK_SESSION_IDLE_DAYS: sessionDays.default(14),
  WAYMARK_SESSION_MAX_DAYS: sessionDays.default(30),
  WAYMARK_METRICS_TOKEN: z.string().min(16).optional(),
  WAYMARK_TRUST_PROXY: z
    .string()
    .refine((text) => text.split(',').every((part) => isProxyName(part.trim())), {
      message: 'takes addresses, ranges (10.0.0.0/8), loopback, linklocal or uniquelocal, separated by commas',
    })
    .optional(),
  WAYMARK_DEVICE_PROXY: z
    .string()
    .refine((text) => text.split(',').every((part) => isAddressOrRange(part.trim())), {
      message: 'takes addresses and ranges (10.0.0.0/8), separated by commas',
    })
    .optional(),
  WAYMARK_DRAIN_SECONDS: z.coerce.number().min(0).max(60).default(0),
  WAYMARK_REQUESTS_PER_MINUTE: z.coerce.number().int().min(0).default(6000),
  WAYMARK_KEY_REQUESTS_PER_MINUTE: z.coerce.number().int().min(0).default(600),
  WAYMARK_HUB_CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(0).default(200),
  WAYMARK_MQTT_PORT: port.default(1883),
  WAYMARK_MQTT_TLS_PORT: port.default(0),
  WAYMARK_MQTT_TLS_CERT: z.string().min(1).optional(),
  WAYMARK_MQTT_TLS_KEY: z.string().min(1).optional(),
  WAYMARK_MQTT_TLS_CA: z.string().min(1).optional(),
  WAYMARK_MQTT_URL: url('mqtt', 'mqtts').optional(),
  WAYMARK_DEVICE_MESSAGES_PER_SECOND: z.coerce.number().min(0).max(100_000).default(200),
  WAYMARK_MQTT_CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(0).default(10_000),
  WAYMARK_NODE_NAME: z
    .string()
    .regex(/^[\w.-]{1,40}$/, 'takes letters, digits, dot, dash and underline')
    .optional(),
  WAYMARK_IRIDIUM_PORT: port.default(10_800),
  WAYMARK_IRIDIUM_TLS_PORT: port.default(0),
  WAYMARK_IRIDIUM_TLS_CERT: z.string().min(1).optional(),
  WAYMARK_IRIDIUM_TLS_KEY: z.string().min(1).optional(),
  WAYMARK_IRIDIUM_TLS_CA: z.string().min(1).optional(),
  WAYMARK_IRIDIUM_ALLOW: z.string().min(1).default('127.0.0.0/8,::1'),
  WAYMARK_IRIDIUM_CONFIRM: z.enum(['0', '1']).default('1'),
  WAYMARK_IRIDIUM_MT: url('directip', 'rockblock', 'rockblock+http', 'cloudloop', 'cloudloop+http').optional(),
  WAYMARK_IRIDIUM_MT_MAX: z.coerce.number().int().min(1).max(1890).default(270),
  WAYMARK_ROCKBLOCK_SECRET: z.string().min(16).optional(),
  WAYMARK_ROCKBLOCK_PUBLIC_KEY: z.string().min(1).optional(),
  WAYMARK_CLOUDLOOP_SECRET: z.string().min(16).optional(),
  WAYMARK_KEEP_HEARTBEATS_DAYS: days.default(730),
  WAYMARK_KEEP_PASSAGES_DAYS: days.default(3650),
  WAYMARK_KEEP_REPORTS_DAYS: days.default(1095),
  WAYMARK_KEEP_REJECTED_DAYS: days.default(30),
  WAYMARK_KEEP_ERROR_LOG_DAYS: days.default(90),
  WAYMARK_KEEP_ERROR_LOG_ROWS: z.coerce.number().int().min(1000).max(100_000_000).default(100_000),
  WAYMARK_KEEP_OUTBOX_DAYS: days.default(90),
  WAYMARK_KEEP_ALERTS_DAYS: days.default(730),
  WAYMARK_KEEP_WEBHOOK_EVENTS_DAYS: days.default(30),
  WAYMARK_WEBHOOKS_ALLOW_PRIVATE: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine((parts) => parts.every((part) => isAddressOrRange(part) || isHostName(part)), {
      message: 'takes addresses, ranges (10.0.0.0/8) and names of hosts, separated by commas',
    })
    .default([]),
  WAYMARK_DOWNLOAD_FIRMWARE: z.coerce.number().min(0).max(999).default(10),
  WAYMARK_TILES_BASIC: basicTiles.default({ layer: DEFAULT_TILES.basic }),
  WAYMARK_TILES_STREETS: tiles.default(DEFAULT_TILES.streets),
  WAYMARK_TILES_SATELLITE: tiles.default(DEFAULT_TILES.satellite),
  WAYMARK_TILES_DEFAULT: tiles.default(DEFAULT_TILES.default),
  WAYMARK_TILES_RADAR: tiles.default(DEFAULT_TILES.radar),
  WAYMARK_LOG: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
});

export type Settings = z.infer<typeof settings>;

/** An empty value counts as unset. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const ours = Object.entries(environment).filter(([name, value]) => name.startsWith('WAYMARK_') && value !== '');
  const parsed = settings.safeParse(Object.fromEntries(ours));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  if (issue?.code === 'unrecognized_keys') {
    throw new ConfigError(`Unknown setting ${issue.keys.join(', ')}. The README lists all settings.`);
  }
  throw new ConfigError(`Setting ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not valid'}`);
}
