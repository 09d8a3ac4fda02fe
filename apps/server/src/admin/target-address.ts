import { AdminError } from './open-database.ts';

const PASSWORD = 'password';

function readAddress(address: string): URL {
  const parsed = URL.parse(address);
  if (!parsed || !['postgres:', 'postgresql:'].includes(parsed.protocol))
    throw new AdminError('--to takes a postgres:// address.');
  return parsed;
}

/** Every user of the machine can list process arguments, so a database password must be given another way. */
export async function addPassword(address: string, readPassword: () => string | Promise<string>): Promise<string> {
  const target = readAddress(address);
  if (target.password !== '' || target.searchParams.has(PASSWORD)) {
    throw new AdminError(
      'A password in an argument can be read by everyone on this machine: leave it out of --to, it is asked for, or set WAYMARK_TARGET_PASSWORD.',
    );
  }
  const password = await readPassword();
  // A parameter, because the address of a socket folder has no other place for a password.
  if (password !== '') target.searchParams.set(PASSWORD, password);
  return target.href;
}
