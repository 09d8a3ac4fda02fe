import { randomUUID } from 'node:crypto';
import { exportJWK, exportPKCS8, generateKeyPair, importJWK, importPKCS8, type CryptoKey, type JWK } from 'jose';
import { sql } from 'kysely';
import { systemScope } from '../../../platform/access/scope.ts';
import type { SecretBox } from '../../../platform/crypto/secret-box.ts';
import type { Change } from '../../../platform/database/change.ts';
import type { Database } from '../../../platform/database/database.ts';
import { systemOrigin } from '../../../platform/http/call.ts';

export const ALGORITHM = 'ES256';
const ROTATE_AFTER_DAYS = 90;
/** An old key still verifies until the last token that it signed has expired. */
const KEEP_AFTER_ROTATION_DAYS = 2;
const RELOAD_AFTER_MS = 5000;
export const SIGNING_KEYS_CHANNEL = 'waymark_signing_keys';

export interface PublicSigningKey {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly y: string;
  readonly kid: string;
  readonly alg: string;
  readonly use: string;
}

interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
}

async function addKey(change: Change, box: SecretBox): Promise<void> {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const kid = randomUUID();
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid, alg: ALGORITHM, use: 'sig' };
  await change.db
    .insertInto('signing_keys')
    .values({ kid, public_key: JSON.stringify(jwk), sealed_private_key: box.seal(await exportPKCS8(privateKey)) })
    .execute();
  await change.audit({ action: 'signing-key-added', objectType: 'signing-key', objectId: kid });
}

/** The keys that sign and verify access tokens. The database stores them with the private half sealed. */
export class SigningKeys {
  readonly #database: Database;
  readonly #box: SecretBox;
  #current: SigningKey | undefined;
  #verifying = new Map<string, CryptoKey>();
  #loadedAt = 0;

  constructor(database: Database, box: SecretBox) {
    this.#database = database;
    this.#box = box;
  }

  /** Adds a key when there is none or the newest is too old, and deletes unused keys. A table lock makes it safe on many nodes. */
  async rotate(maxAgeDays = ROTATE_AFTER_DAYS): Promise<void> {
    await this.#database.change(systemOrigin('signing keys'), async (change) => {
      await sql`lock table signing_keys in share row exclusive mode`.execute(change.db);
      const young = await change.db
        .selectFrom('signing_keys')
        .select('kid')
        .where('created_at', '>', sql<Date>`now() - make_interval(days => ${maxAgeDays})`)
        .executeTakeFirst();
      if (!young) await addKey(change, this.#box);
      await change.db
        .deleteFrom('signing_keys')
        .where('created_at', '<', sql<Date>`now() - make_interval(days => ${maxAgeDays + KEEP_AFTER_ROTATION_DAYS})`)
        .where('created_at', '<', sql<Date>`(select max(created_at) from signing_keys)`)
        .execute();
      await change.notify(SIGNING_KEYS_CHANNEL, '');
    });
    await this.load();
  }

  async load(): Promise<void> {
    this.#loadedAt = Date.now();
    const rows = await this.#rows();
    const newest = rows[0];
    if (!newest) throw new Error('there is no signing key');
    const privateKey = await importPKCS8(this.#box.open(newest.sealed_private_key), ALGORITHM);
    const verifying = new Map<string, CryptoKey>();
    for (const row of rows) {
      const key = await importJWK(row.public_key as JWK, ALGORITHM);
      if (!(key instanceof Uint8Array)) verifying.set(row.kid, key);
    }
    this.#current = { kid: newest.kid, privateKey };
    this.#verifying = verifying;
  }

  get current(): SigningKey {
    if (!this.#current) throw new Error('the signing keys are not loaded');
    return this.#current;
  }

  /** An unknown id may be a key that another node has just added. Reloads are limited, because ids can be made up. */
  async find(kid: string | undefined): Promise<CryptoKey | undefined> {
    if (kid === undefined) return undefined;
    if (!this.#verifying.has(kid) && Date.now() - this.#loadedAt > RELOAD_AFTER_MS) await this.load();
    return this.#verifying.get(kid);
  }

  async listPublic(): Promise<PublicSigningKey[]> {
    return (await this.#rows()).map((row) => row.public_key as PublicSigningKey);
  }

  #rows() {
    return this.#database
      .read(systemScope('signing keys'))
      .db.selectFrom('signing_keys')
      .selectAll()
      .orderBy('created_at', 'desc')
      .execute();
  }
}
