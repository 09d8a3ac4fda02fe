import { sql } from 'kysely';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Change } from '../../platform/database/change.ts';

const KNOWN_TEXT = 'waymark';

/** The stored installation does not match the settings of this start; the message is shown to the operator. */
export class InstallationError extends Error {}

function fitsKey(box: SecretBox, keyCheck: Buffer): boolean {
  try {
    return box.open(keyCheck) === KNOWN_TEXT;
  } catch {
    return false;
  }
}

/**
 * Creates the installation on the first start. On later starts checks that the secret key is the same and
 * that no demo starts by default on real data. Answers whether the installation is new.
 */
export async function settleInstallation(
  change: Change,
  box: SecretBox,
  start: { readonly isDemo: boolean; readonly isDemoByDefault: boolean },
): Promise<{ readonly isNew: boolean; readonly id: string }> {
  const { rows } = await sql<{ id: string }>`
    insert into installation (is_demo, key_check) values (${start.isDemo}, ${box.seal(KNOWN_TEXT)})
    on conflict do nothing returning id`.execute(change.db);
  const added = rows[0];
  if (added) return { isNew: true, id: added.id };
  const stored = await change.db.selectFrom('installation').selectAll().executeTakeFirstOrThrow();
  if (!fitsKey(box, stored.key_check)) {
    throw new InstallationError(
      'WAYMARK_SECRET_KEY (or secret.key in the data folder) is not the key this database was made with.',
    );
  }
  if (start.isDemoByDefault && !stored.is_demo) {
    throw new InstallationError(
      'This data is not a demo. Start with WAYMARK_DEMO=0 to serve it, or WAYMARK_DEMO=1 to add the demo to it.',
    );
  }
  return { isNew: false, id: stored.id };
}
