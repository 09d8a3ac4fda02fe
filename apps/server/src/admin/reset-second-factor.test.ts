import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openFactorDesk, type FactorDesk } from '../features/session/testing/factor-desk.ts';
import { createLog } from '../platform/log.ts';
import { listDomainEventHandlers } from '../wiring/domain-event-handlers.ts';
import { ADMIN_COMMANDS } from './commands.ts';

const SUPERADMIN = 'superadmin@demo.waymark';

let desk: FactorDesk;
beforeAll(async () => {
  desk = await openFactorDesk();
});
afterAll(() => desk.close());

/** Runs `reset-second-factor` beside the running server and answers what it says. */
async function reset(email: string): Promise<string[]> {
  const { config, connection } = desk.world.server;
  const { host = '', port = 0, user = '', password = '', database = '' } = connection;
  const query = new URLSearchParams({ host, port: String(port), user, password: String(password) });
  const said: string[] = [];
  await ADMIN_COMMANDS['reset-second-factor']?.run(
    {
      config: { ...config, databaseUrl: `postgres:///${database}?${query.toString()}` },
      newPassword: undefined,
      newSecretKey: undefined,
      targetPassword: undefined,
      log: createLog('error'),
      handlers: listDomainEventHandlers(config),
      say: (line) => said.push(line),
    },
    email,
    { replace: false, name: '', to: undefined, second: '' },
  );
  return said;
}

test('[W-525] reset-second-factor removes passkeys and codes of a superadmin, ends the sessions and is audited', async () => {
  const { token } = await desk.world.server.signIn(SUPERADMIN);
  await desk.addPasskey(token);
  expect(await reset(SUPERADMIN)).toEqual([expect.stringContaining('signs in with the password alone')]);
  await vi.waitFor(async () => expect(await desk.world.isSignedIn(token)).toBe(false));
  expect((await desk.signInWithPassword(SUPERADMIN)).status).toBe(200);
  const trail = await desk.world.query(sql`select user_name from audit where action = 'second-factor-reset'`);
  expect(trail).toEqual([{ user_name: 'admin command' }]);
  await expect(reset(SUPERADMIN)).rejects.toThrow('has no second factor');
  await expect(reset('stranger@demo.waymark')).rejects.toThrow('There is no user');
});
