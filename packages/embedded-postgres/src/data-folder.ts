// A data folder belongs to Waymark if it has an identity file. Nothing is written before that check.
import { randomBytes, randomUUID } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { DataFolderError, describeReason, readErrorCode } from './embedded-postgres-error.ts';

const identityFile = 'waymark.json';
const format = 1;
/** Prefix of locks and half-written files: a folder with nothing else counts as empty. */
export const transientPrefix = '.waymark-';

const identitySchema = z.object({
  product: z.literal('waymark'),
  format: z.int(),
  id: z.uuid(),
  createdAt: z.string(),
  postgres: z.int(),
  /** Path of the database files, relative to this folder or absolute; null until they are complete. */
  cluster: z.string().nullable(),
});
export type DataIdentity = z.infer<typeof identitySchema>;

/** Returns null if the folder is empty or does not exist. */
export function readIdentity(folder: string): DataIdentity | null {
  const names = listFolder(folder).filter((name) => !name.startsWith(transientPrefix) && name !== 'lost+found');
  if (names.length === 0) return null;
  if (!names.includes(identityFile)) {
    throw new DataFolderError(
      `The folder ${folder} is not empty and is not a data folder of Waymark: choose another one with WAYMARK_DATA_DIR.`,
    );
  }
  const identity = parseIdentity(folder);
  if (identity.format > format) throw new DataFolderError(`The data folder ${folder} was written by a newer Waymark.`);
  return identity;
}

export function hasIdentity(folder: string): boolean {
  return existsSync(path.join(folder, identityFile));
}

export function createIdentity(postgresMajor: number): DataIdentity {
  return {
    product: 'waymark',
    format,
    id: randomUUID(),
    createdAt: new Date().toISOString(),
    postgres: postgresMajor,
    cluster: null,
  };
}

export function writeIdentity(folder: string, identity: DataIdentity): void {
  const draft = path.join(folder, `${transientPrefix}draft-${randomBytes(4).toString('hex')}`);
  writeFileSync(draft, `${JSON.stringify(identity, null, 2)}\n`, { flush: true });
  renameSync(draft, path.join(folder, identityFile));
}

/** Creates the folder if needed and returns its real path, which is the same for every link to it. */
export function openFolder(folder: string): string {
  try {
    mkdirSync(path.dirname(folder), { recursive: true });
    if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(folder);
  } catch (error) {
    throw new DataFolderError(`The data folder ${folder} cannot be written: ${describeReason(error)}.`);
  }
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return [];
    throw new DataFolderError(`The data folder ${folder} cannot be read: ${describeReason(error)}.`);
  }
}

function parseIdentity(folder: string): DataIdentity {
  const file = path.join(folder, identityFile);
  try {
    return identitySchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const reason =
      error instanceof SyntaxError || error instanceof z.ZodError ? 'it is damaged' : describeReason(error);
    throw new DataFolderError(`The data folder ${folder} cannot be used: ${reason} (${file}).`);
  }
}
