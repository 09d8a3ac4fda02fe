import { hash, verify } from '@node-rs/argon2';

// argon2id at 19 MiB, two passes: the work factor OWASP names as the floor.
const WORK = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(password, WORK);
}

let decoy: Promise<string> | undefined;

/** Takes as long for an account that does not exist, so that answers tell nothing by their time. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('an account that does not exist');
  const matches = await verify(stored ?? (await decoy), password);
  return stored !== undefined && matches;
}
