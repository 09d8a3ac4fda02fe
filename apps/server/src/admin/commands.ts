import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chooseDataDir, type AdminConfig, type Config } from '../config.ts';
import { loadSecret, SecretBox } from '../platform/crypto/secret-box.ts';
import { Database, type Connection } from '../platform/database/database.ts';
import type { DomainEventHandlers } from '../platform/database/change.ts';
import type { Log } from '../platform/log.ts';
import { askPassword } from './ask-password.ts';
import { addMap, formatSize } from './add-map.ts';
import { addPassword } from './target-address.ts';
import { backUp, copyDatabase, noteBackup, restoreFile } from './backup.ts';
import { AdminError, bringUpToDate, openDatabase, refuseWhileServed } from './open-database.ts';
import { changeSecret } from './reseal.ts';
import { writeBrokerFiles } from './broker-files.ts';
import { tidyDeliveries } from '../features/event-hooks/event-hooks.jobs.ts';
import { tidyOutbox } from '../features/outbox/outbox-tidy.jobs.ts';
import { tidyRecords } from '../features/records/records.jobs.ts';
import { deleteFactors, endSessions } from '../features/session/session.api.ts';
import { SigningKeys } from '../features/session/tokens/signing-keys.ts';
import { findUserByEmail } from '../features/users/users.queries.ts';
import { addUser } from '../features/administration/add-user.store.ts';
import { systemScope } from '../platform/access/scope.ts';
import { Partitions } from '../platform/database/partitions.ts';
import { systemOrigin } from '../platform/http/call.ts';
import { refuseNewPassword } from '../platform/passwords/refuse-new-password.ts';

// Admin work that follows the rules of the features and is audited like theirs.
const ORIGIN = systemOrigin('admin command');

export interface AdminParts extends AdminConfig {
  readonly log: Log;
  readonly handlers: DomainEventHandlers;
  readonly say: (line: string) => void;
}

export interface AdminOptions {
  readonly replace: boolean;
  readonly name: string;
  readonly to: string | undefined;
  /** What follows the argument. */
  readonly second: string;
}

interface Command {
  readonly usage: string;
  readonly says: string;
  /** Takes a second argument. */
  readonly takesTwo?: true;
  readonly run: (parts: AdminParts, argument: string, options: AdminOptions) => Promise<void>;
}

const SECRET_FILE = 'secret.key';

async function withConnection(
  parts: AdminParts,
  work: (connection: Connection, dataDir: string) => Promise<void>,
): Promise<void> {
  const opened = await openDatabase(parts.config);
  try {
    await work(opened.connection, opened.dataDir);
  } finally {
    await opened.close();
  }
}

function withDatabase(parts: AdminParts, work: (database: Database, dataDir: string) => Promise<void>): Promise<void> {
  return withConnection(parts, async (connection, dataDir) => {
    const database = new Database({ ...connection, max: 4, application_name: 'waymark admin' }, parts.log);
    database.wire(parts.handlers, () => undefined);
    try {
      await work(database, dataDir);
    } finally {
      await database.close();
    }
  });
}

function wantArgument(argument: string, usage: string): string {
  if (argument === '') throw new AdminError(`Usage: ${usage}`);
  return argument;
}

const nameKey = ({ config }: AdminParts, dataDir: string) =>
  config.secretKey === undefined ? `the file ${path.join(dataDir, SECRET_FILE)}` : 'WAYMARK_SECRET_KEY';

export const ADMIN_COMMANDS: Readonly<Record<string, Command>> = {
  backup: {
    usage: 'backup FILE',
    says: 'writes the whole database, as it is in this moment, into a file; the server may go on meanwhile',
    run: (parts, argument) =>
      withConnection(parts, async (connection, dataDir) => {
        const file = path.resolve(wantArgument(argument, 'backup FILE'));
        const { tables, rows, bytes } = await backUp(connection, file);
        await noteBackup(connection, bytes);
        parts.say(`${file}: ${tables} tables, ${rows} rows, ${formatSize(bytes)}.`);
        parts.say(
          `The secret key is not in it. Without ${nameKey(parts, dataDir)} nobody can open what it seals: keep that too, elsewhere.`,
        );
      }),
  },
  restore: {
    usage: 'restore FILE [--replace]',
    says: 'brings a backup into an empty database (--replace: into any), all of it or nothing; every row is compared',
    run: (parts, argument, { replace }) =>
      withConnection(parts, async (connection, dataDir) => {
        const file = path.resolve(wantArgument(argument, 'restore FILE [--replace]'));
        await refuseWhileServed(connection);
        await bringUpToDate(connection, parts.log);
        const createdAt = await restoreFile(connection, file, { isReplacing: replace });
        parts.say(`Restored what stood on ${createdAt}. It wants its own secret key: ${nameKey(parts, dataDir)}.`);
      }),
  },
  move: {
    usage: 'move --to postgres://… [--replace]',
    says: 'copies everything into another PostgreSQL and compares every row; what is here stays; the password is asked for, or WAYMARK_TARGET_PASSWORD',
    run: async (parts, _argument, { to, replace }) => {
      if (to === undefined) throw new AdminError('Usage: move --to postgres://… [--replace]');
      const target = {
        connectionString: await addPassword(
          to,
          () => parts.targetPassword ?? askPassword('Password of the target database (empty: none): '),
        ),
      };
      await withConnection(parts, async (connection, dataDir) => {
        await refuseWhileServed(connection);
        await refuseWhileServed(target);
        for (const each of [connection, target]) await bringUpToDate(each, parts.log);
        await copyDatabase(connection, target, {
          isReplacing: replace,
          note: ({ table, rows }) => parts.say(`${table}: ${rows} rows, all equal`),
        });
        parts.say(`Start with WAYMARK_DATABASE_URL and the same secret key: ${nameKey(parts, dataDir)}.`);
      });
    },
  },
  migrate: {
    usage: 'migrate',
    says: 'brings the schema up to date, as a start does',
    run: (parts) =>
      withConnection(parts, async (connection) => {
        const applied = await bringUpToDate(connection, parts.log);
        parts.say(applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`);
      }),
  },
  prune: {
    usage: 'prune',
    says: 'drops what is older than it is kept, as every night',
    run: (parts) =>
      withDatabase(parts, async (database) => {
        await prune(database, parts.config, Date.now());
        parts.say('Done.');
      }),
  },
  'create-superadmin': {
    usage: 'create-superadmin EMAIL [--name NAME]',
    says: 'adds one of the product staff; the password is asked for, or WAYMARK_NEW_PASSWORD',
    run: (parts, argument, { name }) =>
      withDatabase(parts, async (database) => {
        const email = wantArgument(argument, 'create-superadmin EMAIL [--name NAME]');
        const password = parts.newPassword ?? (await askPassword('Password: '));
        await createSuperadmin(database, { email, name, password });
        parts.say(`${email} can sign in.`);
      }),
  },
  'reset-second-factor': {
    usage: 'reset-second-factor EMAIL',
    says: 'removes authenticator app, passkeys and recovery codes of a user who has lost them, and ends the sessions',
    run: (parts, argument) =>
      withDatabase(parts, async (database) => {
        const email = wantArgument(argument, 'reset-second-factor EMAIL');
        await resetSecondFactor(database, email);
        parts.say(`${email} signs in with the password alone, and sets up a second factor if one is required.`);
      }),
  },
  'broker-files': {
    usage: 'broker-files FOLDER',
    says: 'writes waymark-passwords and waymark-access, by which an external Mosquitto knows devices, relays and servers',
    run: (parts, argument) =>
      withDatabase(parts, async (database) => {
        const folder = path.resolve(wantArgument(argument, 'broker-files FOLDER'));
        const changed = await writeBrokerFiles(database, parts.config.links.mqttUrl, folder);
        parts.say(changed.length === 0 ? 'Nothing has changed.' : `Written: ${changed.join(', ')}.`);
      }),
  },
  map: {
    usage: 'map add FILE',
    says: 'checks a PMTiles file, says what it covers, and copies it into the data folder; the next start serves it',
    takesTwo: true,
    run: async (parts, argument, { second }) => {
      if (argument !== 'add') throw new AdminError('Usage: map add FILE');
      const file = path.resolve(wantArgument(second, 'map add FILE'));
      parts.say(await addMap(file, chooseDataDir(parts.config)));
    },
  },
  'rotate-keys': {
    usage: 'rotate-keys',
    says: 'makes a new key that signs access tokens; nobody is signed out',
    run: (parts) =>
      withDatabase(parts, async (database, dataDir) => {
        await rotateSigningKeys(database, parts.config, dataDir);
        parts.say('A new key signs from now on.');
      }),
  },
  'change-secret': {
    usage: 'change-secret',
    says: 'seals everything with another secret key: WAYMARK_NEW_SECRET_KEY, or a new one in the key file',
    run: (parts) =>
      withConnection(parts, async (connection, dataDir) => {
        await refuseWhileServed(connection);
        const present = await loadSecret(parts.config.secretKey, dataDir, { isFounded: true });
        if (parts.config.secretKey !== undefined && parts.newSecretKey === undefined)
          throw new AdminError('Set WAYMARK_NEW_SECRET_KEY.');
        const next = parts.newSecretKey ?? randomBytes(32).toString('base64url');
        if (next.length < 32) throw new AdminError('WAYMARK_NEW_SECRET_KEY has at least 32 characters.');
        const file = path.join(dataDir, SECRET_FILE);
        // Write the new key to the disk before sealing with it, and rename it into place afterwards.
        if (parts.config.secretKey === undefined) await writeFile(`${file}.new`, next, { mode: 0o600, flush: true });
        const count = await changeSecret(connection, present, next);
        if (parts.config.secretKey === undefined) {
          await writeFile(`${file}.old`, await readFile(file), { mode: 0o600 });
          await rename(`${file}.new`, file);
          parts.say(`${count} secrets are sealed with the new key in ${file}; the old one is in ${file}.old.`);
          return;
        }
        parts.say(
          `${count} secrets are sealed with WAYMARK_NEW_SECRET_KEY: start every node with it as WAYMARK_SECRET_KEY.`,
        );
      }),
  },
};

interface NewSuperadmin {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

async function createSuperadmin(database: Database, { email, name, password }: NewSuperadmin): Promise<void> {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new AdminError(`${email} is no e-mail address.`);
  const refusal = refuseNewPassword(password, { name, email });
  if (refusal !== null) throw new AdminError(refusal);
  if (await findUserByEmail(database.read(systemScope('admin command')), email))
    throw new AdminError(`There is a user ${email} already.`);
  await database.change(ORIGIN, (change) =>
    addUser(change, { groupId: null, email, name, role: 'superadmin', password }),
  );
}

async function resetSecondFactor(database: Database, email: string): Promise<void> {
  const user = await findUserByEmail(database.read(systemScope('admin command')), email);
  if (!user) throw new AdminError(`There is no user ${email}.`);
  await database.change(ORIGIN, async (change) => {
    if (!(await deleteFactors(change, user.id))) throw new AdminError(`${email} has no second factor.`);
    const { id: userId, group_id: groupId } = user;
    await change.audit({ action: 'second-factor-reset', objectType: 'user', objectId: userId, groupId });
    await endSessions(change, { userId, reason: 'account-changed' }, 'second factor reset by the operator');
  });
}

/** Adds a new signing key; tokens of the previous one stay valid until they expire. */
async function rotateSigningKeys(database: Database, config: Config, dataDir: string): Promise<void> {
  const box = new SecretBox(await loadSecret(config.secretKey, dataDir, { isFounded: true }));
  await new SigningKeys(database, box).rotate(0);
}

/** Runs the nightly pruning immediately. */
async function prune(database: Database, { retention, keepOutboxDays, webhooks }: Config, now: number): Promise<void> {
  await tidyRecords({ database, partitions: new Partitions(database.pool), retention, now: () => now });
  await tidyOutbox(database, keepOutboxDays, now);
  await tidyDeliveries(database, webhooks.keepDays, now);
}
