import type { Config } from '../config.ts';
import { tidyOutbox } from '../features/outbox/outbox-tidy.jobs.ts';
import { tidyRecords } from '../features/records/records.jobs.ts';
import { SigningKeys } from '../features/session/tokens/signing-keys.ts';
import { findUserByEmail } from '../features/users/users.queries.ts';
import { addUser } from '../features/administration/add-user.store.ts';
import { systemScope } from '../platform/access/scope.ts';
import { loadSecret, SecretBox } from '../platform/crypto/secret-box.ts';
import type { Database } from '../platform/database/database.ts';
import { Partitions } from '../platform/database/partitions.ts';
import { systemOrigin } from '../platform/http/call.ts';
import { refuseNewPassword } from '../platform/passwords/refuse-new-password.ts';
import { AdminError } from './open-database.ts';

// Admin work that follows the rules of the features and is audited like theirs.

const ORIGIN = systemOrigin('admin command');

export interface NewSuperadmin {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

export async function createSuperadmin(database: Database, { email, name, password }: NewSuperadmin): Promise<void> {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new AdminError(`${email} is no e-mail address.`);
  const refusal = refuseNewPassword(password, { name, email });
  if (refusal !== null) throw new AdminError(refusal);
  if (await findUserByEmail(database.read(systemScope('admin command')), email))
    throw new AdminError(`There is a user ${email} already.`);
  await database.change(ORIGIN, (change) =>
    addUser(change, { groupId: null, email, name, role: 'superadmin', password }),
  );
}

/** Adds a new signing key; tokens of the previous one stay valid until they expire. */
export async function rotateSigningKeys(database: Database, config: Config, dataDir: string): Promise<void> {
  const box = new SecretBox(await loadSecret(config.secretKey, dataDir, { isFounded: true }));
  await new SigningKeys(database, box).rotate(0);
}

/** Runs the nightly pruning immediately. */
export async function prune(database: Database, { retention, keepOutboxDays }: Config, now: number): Promise<void> {
  await tidyRecords({ database, partitions: new Partitions(database.pool), retention, now: () => now });
  await tidyOutbox(database, keepOutboxDays, now);
}
