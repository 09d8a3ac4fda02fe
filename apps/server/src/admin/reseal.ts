import pg from 'pg';
import { SecretBox } from '../platform/crypto/secret-box.ts';
import type { Connection } from '../platform/database/database.ts';
import { AdminError } from './open-database.ts';

/** All sealed columns: table, its key, column. */
const SEALED = [
  ['installation', 'id', 'key_check'],
  ['signing_keys', 'kid', 'sealed_private_key'],
  ['device_credentials', 'uid', 'message_key'],
  ['sessions', 'id', 'external_refresh'],
  ['totp_factors', 'user_id', 'sealed_secret'],
  ['event_hooks', 'id', 'sealed_secret'],
  ['event_hooks', 'id', 'sealed_old_secret'],
  ['vapid_keys', 'id', 'sealed_private_key'],
  ['push_subscriptions', 'id', 'sealed_auth'],
] as const;

async function resealColumn(
  client: pg.ClientBase,
  [table, key, column]: (typeof SEALED)[number],
  from: SecretBox,
  to: SecretBox,
): Promise<number> {
  const { rows } = await client.query<{ key: string; sealed: Buffer }>(
    `select ${key}::text as key, ${column} as sealed from ${table} where ${column} is not null for update`,
  );
  for (const { key: value, sealed } of rows) {
    await client.query(`update ${table} set ${column} = $1 where ${key}::text = $2`, [
      to.seal(from.open(sealed)),
      value,
    ]);
  }
  return rows.length;
}

/** Reseals all secrets with another key in one transaction. Returns the number of secrets. */
export async function changeSecret(connection: Connection, from: string, to: string): Promise<number> {
  const client = new pg.Client({ ...connection, application_name: 'waymark admin' });
  await client.connect();
  let count = 0;
  try {
    await client.query('begin');
    for (const place of SEALED) count += await resealColumn(client, place, new SecretBox(from), new SecretBox(to));
    await client.query('commit');
    return count;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    if (error instanceof Error && /unable to authenticate/i.test(error.message))
      throw new AdminError('The present secret key is not the one this database was made with. Nothing was changed.');
    throw error;
  } finally {
    await client.end();
  }
}
