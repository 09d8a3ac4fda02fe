import { parseArgs } from 'node:util';
import { ArchiveError } from '@waymark/backup-archive/frames';
import { EmbeddedPostgresError } from '@waymark/embedded-postgres';
import { ADMIN_COMMANDS } from './admin/commands.ts';
import { AdminError } from './admin/open-database.ts';
import { listDomainEventHandlers } from './wiring/domain-event-handlers.ts';
import { ConfigError } from './settings.ts';
import { readAdminConfig } from './config.ts';
import { SchemaError } from './platform/database/migrate.ts';
import { NO_LIMIT, withQueryLimit } from './platform/database/query-limit.ts';
import { SecretKeyError } from './platform/crypto/secret-box.ts';
import { createLog } from './platform/log.ts';

// Runs the operator's commands: `npm run admin -- COMMAND`.

const FOR_A_PERSON = [AdminError, ArchiveError, ConfigError, EmbeddedPostgresError, SchemaError, SecretKeyError];

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function explain(): void {
  say('npm run admin -- COMMAND, with the settings of the server:');
  for (const { usage, says } of Object.values(ADMIN_COMMANDS)) say(`  ${usage}\n      ${says}`);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      replace: { type: 'boolean', default: false },
      name: { type: 'string', default: 'Superadmin' },
      to: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [name = '', argument = '', second = '', ...more] = positionals;
  const command = Object.hasOwn(ADMIN_COMMANDS, name) ? ADMIN_COMMANDS[name] : undefined;
  if (values.help === true || name === '') return explain();
  const isTooLong = more.length > 0 || (second !== '' && command?.takesTwo !== true);
  if (!command || isTooLong)
    throw new AdminError(`There is no such command: ${positionals.join(' ')}. --help lists them.`);
  const given = readAdminConfig();
  const parts = { ...given, log: createLog('error'), handlers: listDomainEventHandlers(given.config), say };
  const options = { replace: values.replace, name: values.name, to: values.to, second };
  await withQueryLimit(NO_LIMIT, () => command.run(parts, argument, options));
}

// The reader of stdout may have gone; the command finishes without it.
process.stdout.on('error', () => undefined);

try {
  await main();
} catch (error) {
  const isForAPerson =
    FOR_A_PERSON.some((kind) => error instanceof kind) ||
    (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
  process.stderr.write(`${isForAPerson ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`);
  process.exitCode = 1;
}
