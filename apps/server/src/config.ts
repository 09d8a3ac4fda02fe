import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { readSecretFiles } from './secret-files.ts';
import { ConfigError, readSettings, type Settings } from './settings.ts';
import type { TextGatewayConfig } from './platform/text/text-gateway.ts';
import type { TlsFiles } from './platform/tls.ts';
import type { TileLayers } from './tile-layers.ts';
import path from 'node:path';
import { defaultDataDir } from '@waymark/embedded-postgres';
import { ROOT } from './platform/version.ts';

// The only reader of the environment.

/** A port with TLS. */
export interface TlsPort extends TlsFiles {
  readonly port: number;
}

/** How devices connect to this server. Port 0 disables a link. */
export interface LinkConfig {
  readonly mqttPort: number;
  readonly mqttTls: TlsPort | undefined;
  /** An external broker in place of the embedded one, and its certificate authority (a PEM file). */
  readonly mqttUrl: string | undefined;
  readonly mqttCa: string | undefined;
  /** The external broker queues messages for this node under this name, so it must stay the same after a restart. */
  readonly nodeName: string;
  /** Addresses and ranges of TCP proxies that send the device's address in a PROXY header. */
  readonly deviceProxies: readonly string[];
  /** 0 disables the limit. */
  readonly mqttConnectionsPerAddress: number;
  /** Limit per device, averaged over minutes; 0 disables it. */
  readonly deviceMessagesPerSecond: number;
  readonly iridiumPort: number;
  readonly iridiumTls: TlsPort | undefined;
  /** Addresses and ranges of the satellite gateway. */
  readonly iridiumAllow: readonly string[];
  readonly iridiumConfirm: boolean;
  readonly iridiumMtUrl: string | undefined;
  /** Maximum bytes of one message to a satellite device. */
  readonly iridiumMtMax: number;
  readonly rockblockSecret: string | undefined;
  /** Path of a PEM file. */
  readonly rockblockPublicKey: string | undefined;
  readonly cloudloopSecret: string | undefined;
}

/** An OpenID Connect provider for sign-ins. */
interface ExternalProvider {
  /** The label of the sign-in button. */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly audience: string;
  /** The claim that names the company. */
  readonly companyClaim: string;
  /** Values of `acr` that mean a second factor. */
  readonly strongClasses: readonly string[];
}

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Without it a proxy in front must terminate TLS. */
  readonly tls: TlsFiles | undefined;
  readonly dataDir: string | undefined;
  readonly databaseUrl: string | undefined;
  readonly isDemo: boolean;
  /** Demo mode is on only by default: no setting asked for it. */
  readonly isDemoByDefault: boolean;
  readonly firstSuperadmin: { readonly email: string; readonly password: string } | undefined;
  readonly redisUrl: string | undefined;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** Without a gateway text messages stay pending. */
  readonly textGateway: TextGatewayConfig | undefined;
  /** Push services may have private addresses, and no TLS. */
  readonly isPushPrivateAllowed: boolean;
  readonly externalProvider: ExternalProvider | undefined;
  readonly publicUrl: string;
  /** Additional names that the Host header may have. */
  readonly allowedHosts: readonly string[];
  /** Origins of pages that may embed a shared run. */
  readonly embedOrigins: readonly string[];
  readonly supportUrl: string;
  readonly secretKey: string | undefined;
  /** Days without a renewal, and days since the sign-in, after which a session expires. */
  readonly sessions: { readonly idleDays: number; readonly maxDays: number };
  /** Superadmins belong to no company, whose rule would cover them. */
  readonly factorRules: { readonly isRequiredOfSuperadmins: boolean };
  readonly metricsToken: string | undefined;
  readonly trustProxy: string | false;
  /** Seconds that a stopping node still serves requests, so that proxies can remove it first. */
  readonly drainS: number;
  readonly requestsPerMinute: number;
  readonly keyRequestsPerMinute: number;
  /** Limit of open console WebSockets per address; 0 disables it. */
  readonly hubConnectionsPerAddress: number;
  readonly links: LinkConfig;
  /** Retention of records, in days. */
  readonly retention: {
    readonly heartbeatDays: number;
    readonly passageDays: number;
    readonly reportDays: number;
    readonly rejectedDays: number;
  };
  /** Retention of the error log: age in days and number of rows. */
  readonly errorLog: { readonly days: number; readonly rows: number };
  /** Days to keep sent and dead messages to users. */
  readonly keepOutboxDays: number;
  /** Days for which closed alerts are kept. */
  readonly keepAlertsDays: number;
  /** Webhooks: private hosts and ranges that they may reach, and days for which deliveries are kept. */
  readonly webhooks: { readonly allowedHosts: readonly string[]; readonly keepDays: number };
  /** Devices with older firmware get no requests for recorded passages. */
  readonly downloadFirmware: number;
  /** Tile sources of the console's map. */
  readonly tiles: TileLayers;
  /** A PMTiles file or a folder of them. */
  readonly groundPath: string | undefined;
  readonly logLevel: string;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

function readExternalProvider(given: Settings): ExternalProvider | undefined {
  const issuer = given.WAYMARK_OIDC_ISSUER;
  if (issuer === undefined) return undefined;
  const clientId = given.WAYMARK_OIDC_CLIENT_ID;
  const audience = given.WAYMARK_OIDC_AUDIENCE;
  if (clientId === undefined || audience === undefined) {
    throw new ConfigError('WAYMARK_OIDC_ISSUER also needs WAYMARK_OIDC_CLIENT_ID and WAYMARK_OIDC_AUDIENCE.');
  }
  return {
    issuer,
    clientId,
    clientSecret: given.WAYMARK_OIDC_CLIENT_SECRET,
    audience,
    companyClaim: given.WAYMARK_OIDC_COMPANY_CLAIM,
    strongClasses: given.WAYMARK_OIDC_STRONG_ACR?.split(',').map((each) => each.trim()) ?? [],
    name: given.WAYMARK_OIDC_NAME,
  };
}

function readSignInRules(given: Settings): Pick<Config, 'sessions' | 'factorRules'> {
  return {
    sessions: { idleDays: given.WAYMARK_SESSION_IDLE_DAYS, maxDays: given.WAYMARK_SESSION_MAX_DAYS },
    factorRules: { isRequiredOfSuperadmins: given.WAYMARK_SUPERADMIN_SECOND_FACTOR === 'required' },
  };
}

function readTextGateway(given: Settings): TextGatewayConfig | undefined {
  const {
    WAYMARK_SMS_URL: address,
    WAYMARK_SMS_ACCOUNT: account,
    WAYMARK_SMS_TOKEN: token,
    WAYMARK_SMS_FROM: from,
  } = given;
  if ([address, account, token, from].every((part) => part === undefined)) return undefined;
  if (address === undefined || account === undefined || token === undefined || from === undefined) {
    throw new ConfigError('WAYMARK_SMS_URL, WAYMARK_SMS_ACCOUNT, WAYMARK_SMS_TOKEN and WAYMARK_SMS_FROM go together.');
  }
  if (new URL(address).username !== '') {
    throw new ConfigError(
      'WAYMARK_SMS_URL takes no user and password: they are WAYMARK_SMS_ACCOUNT and WAYMARK_SMS_TOKEN.',
    );
  }
  return { url: address, account, token, from, countryCode: given.WAYMARK_SMS_COUNTRY };
}

function readTlsPort(given: Settings, link: 'MQTT' | 'IRIDIUM'): TlsPort | undefined {
  const tlsPort = given[`WAYMARK_${link}_TLS_PORT`];
  const [cert, key] = [given[`WAYMARK_${link}_TLS_CERT`], given[`WAYMARK_${link}_TLS_KEY`]];
  if (tlsPort === 0) return undefined;
  if (cert === undefined || key === undefined) {
    throw new ConfigError(`WAYMARK_${link}_TLS_PORT also needs WAYMARK_${link}_TLS_CERT and WAYMARK_${link}_TLS_KEY.`);
  }
  return { port: tlsPort, cert, key, ca: given[`WAYMARK_${link}_TLS_CA`] };
}

function readTls({ WAYMARK_TLS_CERT: cert, WAYMARK_TLS_KEY: key }: Settings): TlsFiles | undefined {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined)
    throw new ConfigError('WAYMARK_TLS_CERT and WAYMARK_TLS_KEY go together.');
  return { cert, key, ca: undefined };
}

function readLinks(given: Settings): LinkConfig {
  return {
    mqttPort: given.WAYMARK_MQTT_PORT,
    mqttTls: readTlsPort(given, 'MQTT'),
    mqttUrl: given.WAYMARK_MQTT_URL,
    mqttCa: given.WAYMARK_MQTT_TLS_CA,
    nodeName:
      given.WAYMARK_NODE_NAME ??
      hostname()
        .replaceAll(/[^\w.-]/g, '-')
        .slice(0, 40),
    deviceProxies: given.WAYMARK_DEVICE_PROXY?.split(',').map((part) => part.trim()) ?? [],
    mqttConnectionsPerAddress: given.WAYMARK_MQTT_CONNECTIONS_PER_ADDRESS,
    deviceMessagesPerSecond: given.WAYMARK_DEVICE_MESSAGES_PER_SECOND,
    iridiumPort: given.WAYMARK_IRIDIUM_PORT,
    iridiumTls: readTlsPort(given, 'IRIDIUM'),
    iridiumAllow: given.WAYMARK_IRIDIUM_ALLOW.split(',').map((part) => part.trim()),
    iridiumConfirm: given.WAYMARK_IRIDIUM_CONFIRM === '1',
    iridiumMtUrl: given.WAYMARK_IRIDIUM_MT,
    iridiumMtMax: given.WAYMARK_IRIDIUM_MT_MAX,
    rockblockSecret: given.WAYMARK_ROCKBLOCK_SECRET,
    rockblockPublicKey: given.WAYMARK_ROCKBLOCK_PUBLIC_KEY,
    cloudloopSecret: given.WAYMARK_CLOUDLOOP_SECRET,
  };
}

function readFirstSuperadmin(given: Settings): Config['firstSuperadmin'] {
  const email = given.WAYMARK_SUPERADMIN_EMAIL;
  const password = given.WAYMARK_SUPERADMIN_PASSWORD;
  if (email === undefined && password === undefined) return undefined;
  if (email === undefined || password === undefined) {
    throw new ConfigError('WAYMARK_SUPERADMIN_EMAIL and WAYMARK_SUPERADMIN_PASSWORD go together.');
  }
  return { email, password };
}

const readRetention = (given: Settings) => ({
  errorLog: { days: given.WAYMARK_KEEP_ERROR_LOG_DAYS, rows: given.WAYMARK_KEEP_ERROR_LOG_ROWS },
  keepOutboxDays: given.WAYMARK_KEEP_OUTBOX_DAYS,
  keepAlertsDays: given.WAYMARK_KEEP_ALERTS_DAYS,
  webhooks: { allowedHosts: given.WAYMARK_WEBHOOKS_ALLOW_PRIVATE, keepDays: given.WAYMARK_KEEP_WEBHOOK_EVENTS_DAYS },
});

const readMedia = (given: Settings) => ({
  smtpUrl: given.WAYMARK_SMTP_URL,
  mailFrom: given.WAYMARK_MAIL_FROM,
  textGateway: readTextGateway(given),
  isPushPrivateAllowed: given.WAYMARK_PUSH_ALLOW_PRIVATE === '1',
});

const listNames = (text: string | undefined) => text?.split(',').map((name) => name.trim()) ?? [];

const readSites = (given: Settings) => ({
  allowedHosts: listNames(given.WAYMARK_ALLOWED_HOSTS),
  embedOrigins: listNames(given.WAYMARK_EMBED_ORIGINS),
  supportUrl: given.WAYMARK_SUPPORT_URL,
});

/** `isDemoDefault`: whether demo mode is on without WAYMARK_DEMO (`npm start`: yes). */
export function readConfig(environment: Readonly<Record<string, string | undefined>>, isDemoDefault: boolean): Config {
  const given = readSettings(environment);
  const isDemo = given.WAYMARK_DEMO === undefined ? isDemoDefault : given.WAYMARK_DEMO === '1';
  const isDemoByDefault = isDemo && given.WAYMARK_DEMO === undefined;
  const host = given.WAYMARK_HOST;
  if (isDemoByDefault && !isLoopback(host)) {
    throw new ConfigError(
      `Demo mode has published passwords and stays on this machine: set WAYMARK_DEMO=0 to serve ${host}, or WAYMARK_DEMO=1 if you mean it.`,
    );
  }
  const shownHost = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const tls = readTls(given);
  const publicUrl =
    given.WAYMARK_PUBLIC_URL ??
    `${tls ? 'https' : 'http'}://${isIP(shownHost) === 6 ? `[${shownHost}]` : shownHost}:${given.WAYMARK_PORT}`;
  return {
    port: given.WAYMARK_PORT,
    host,
    tls,
    dataDir: given.WAYMARK_DATA_DIR,
    databaseUrl: given.WAYMARK_DATABASE_URL,
    isDemo,
    isDemoByDefault,
    firstSuperadmin: readFirstSuperadmin(given),
    redisUrl: given.WAYMARK_REDIS_URL,
    ...readMedia(given),
    externalProvider: readExternalProvider(given),
    publicUrl: publicUrl.replace(/\/+$/, ''),
    ...readSites(given),
    secretKey: given.WAYMARK_SECRET_KEY,
    ...readSignInRules(given),
    metricsToken: given.WAYMARK_METRICS_TOKEN,
    trustProxy: given.WAYMARK_TRUST_PROXY ?? false,
    drainS: given.WAYMARK_DRAIN_SECONDS,
    requestsPerMinute: given.WAYMARK_REQUESTS_PER_MINUTE,
    keyRequestsPerMinute: given.WAYMARK_KEY_REQUESTS_PER_MINUTE,
    hubConnectionsPerAddress: given.WAYMARK_HUB_CONNECTIONS_PER_ADDRESS,
    links: readLinks(given),
    retention: {
      heartbeatDays: given.WAYMARK_KEEP_HEARTBEATS_DAYS,
      passageDays: given.WAYMARK_KEEP_PASSAGES_DAYS,
      reportDays: given.WAYMARK_KEEP_REPORTS_DAYS,
      rejectedDays: given.WAYMARK_KEEP_REJECTED_DAYS,
    },
    ...readRetention(given),
    downloadFirmware: given.WAYMARK_DOWNLOAD_FIRMWARE,
    tiles: {
      basic: given.WAYMARK_TILES_BASIC.layer,
      streets: given.WAYMARK_TILES_STREETS,
      satellite: given.WAYMARK_TILES_SATELLITE,
      default: given.WAYMARK_TILES_DEFAULT,
      radar: given.WAYMARK_TILES_RADAR,
    },
    groundPath: given.WAYMARK_TILES_BASIC.groundPath,
    logLevel: given.WAYMARK_LOG ?? (isDemo ? 'warn' : 'info'),
  };
}

export function readProcessConfig(isDemoDefault: boolean): Config {
  return readConfig(readSecretFiles(process.env), isDemoDefault);
}

export interface AdminConfig {
  readonly config: Config;
  readonly newPassword: string | undefined;
  readonly newSecretKey: string | undefined;
  /** The password of the database that `move --to` names. */
  readonly targetPassword: string | undefined;
}

/** Reads the settings of the server plus the new values that admin commands need. */
export function readAdminConfig(): AdminConfig {
  const {
    WAYMARK_NEW_PASSWORD: newPassword,
    WAYMARK_NEW_SECRET_KEY: newSecretKey,
    WAYMARK_TARGET_PASSWORD: targetPassword,
    ...env
  } = readSecretFiles(process.env);
  return { config: readConfig(env, false), newPassword, newSecretKey, targetPassword };
}

/** An external database needs a folder for the secret key only, apart from the folder of any embedded database. */
export function chooseDataDir({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): string {
  if (dataDir !== undefined) return path.resolve(dataDir);
  return databaseUrl === undefined ? defaultDataDir(ROOT) : path.join(ROOT, 'data-external');
}
