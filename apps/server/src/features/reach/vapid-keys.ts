import webPush from 'web-push';
import { systemScope } from '../../platform/access/scope.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Database } from '../../platform/database/database.ts';
import { systemOrigin } from '../../platform/http/call.ts';

/** The key pair by which push services recognise this installation, and the contact that they are given. */
export interface VapidDetails {
  readonly subject: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Push services want an address of the operator: that of the console, or without TLS the sender of mails. */
export function chooseSubject(publicUrl: string, mailFrom: string): string {
  if (publicUrl.startsWith('https:')) return publicUrl;
  return `mailto:${/([^\s<>]+@[^\s<>]+?)>?\s*$/.exec(mailFrom)?.[1] ?? 'no-reply@localhost'}`;
}

/** Reads the keys of the installation, and makes them at the first start. Of several nodes the first one counts. */
export async function loadVapidKeys(database: Database, box: SecretBox, subject: string): Promise<VapidDetails> {
  const find = () => database.read(systemScope('push')).db.selectFrom('vapid_keys').selectAll().executeTakeFirst();
  const stored = (await find()) ?? (await makeKeys(database, box).then(find));
  if (!stored) throw new Error('there are no keys for push');
  return { subject, publicKey: stored.public_key, privateKey: box.open(stored.sealed_private_key) };
}

async function makeKeys(database: Database, box: SecretBox): Promise<void> {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  await database.change(systemOrigin('push'), async (change) => {
    const made = await change.db
      .insertInto('vapid_keys')
      .values({ public_key: publicKey, sealed_private_key: box.seal(privateKey) })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('public_key')
      .executeTakeFirst();
    if (made)
      await change.audit({ action: 'push-keys-made', objectType: 'push-keys', objectId: publicKey.slice(0, 16) });
  });
}
