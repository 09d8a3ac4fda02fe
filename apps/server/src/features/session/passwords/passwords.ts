import { hash, verify } from '@node-rs/argon2';
import { TurnQueue, type Turn } from '../throttle/turn-queue.ts';

// argon2id at 19 MiB, two passes: the work factor OWASP names as the floor.
const WORK = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// Two of Node's four pool threads stay free for files and name lookups.
export const hashing = new TurnQueue({ running: 2, waiting: 32 });
/** Work of signed-in users and of the server itself. */
const SIGNED_IN: Turn = { key: 'signed in', failures: 0 };

export function hashPassword(password: string, turn = SIGNED_IN): Promise<string> {
  return hashing.run(turn, () => hash(password, WORK));
}

let decoy: Promise<string> | undefined;

/** Compares with a decoy hash when the account does not exist, so that the response time reveals nothing. */
export function verifyPassword(stored: string | undefined, password: string, turn = SIGNED_IN): Promise<boolean> {
  return hashing.run(turn, async () => {
    decoy ??= hash('an account that does not exist', WORK);
    const matches = await verify(stored ?? (await decoy), password);
    return stored !== undefined && matches;
  });
}
