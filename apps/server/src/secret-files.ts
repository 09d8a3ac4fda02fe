import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from './settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that hold a secret. NAME_FILE names a file that holds the value, as container engines and systemd hand secrets over. */
export const SECRET_SETTINGS = [
  'WAYMARK_DATABASE_URL',
  'WAYMARK_SUPERADMIN_PASSWORD',
  'WAYMARK_REDIS_URL',
  'WAYMARK_SMTP_URL',
  'WAYMARK_SMS_TOKEN',
  'WAYMARK_OIDC_CLIENT_SECRET',
  'WAYMARK_SECRET_KEY',
  'WAYMARK_NEW_SECRET_KEY',
  'WAYMARK_NEW_PASSWORD',
  'WAYMARK_TARGET_PASSWORD',
  'WAYMARK_METRICS_TOKEN',
  'WAYMARK_MQTT_URL',
  'WAYMARK_IRIDIUM_MT',
  'WAYMARK_ROCKBLOCK_SECRET',
  'WAYMARK_CLOUDLOOP_SECRET',
] as const;

function readSecret(name: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(path.resolve(file), 'utf8');
  } catch (error) {
    throw new ConfigError(
      `Setting ${name}: cannot read the file (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}).`,
    );
  }
  const value = text.replace(/\r?\n$/, '');
  if (value === '') throw new ConfigError(`Setting ${name}: the file is empty.`);
  return value;
}

/** The environment with every NAME_FILE of a secret replaced by NAME and the value that its file holds. */
export function readSecretFiles(environment: Environment): Environment {
  const filled: Record<string, string | undefined> = { ...environment };
  for (const name of SECRET_SETTINGS) {
    const file = filled[`${name}_FILE`];
    delete filled[`${name}_FILE`];
    if (file === undefined || file === '') continue;
    if ((filled[name] ?? '') !== '') throw new ConfigError(`Settings ${name} and ${name}_FILE exclude each other.`);
    filled[name] = readSecret(`${name}_FILE`, file);
  }
  return filled;
}
