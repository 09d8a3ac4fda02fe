import { sql, type RawBuilder } from 'kysely';
import { systemScope } from '../../../platform/access/scope.ts';
import { systemOrigin } from '../../../platform/http/call.ts';
import { readCookie, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addGroup } from '../../administration/groups.store.ts';
import { addUser } from '../../administration/add-user.store.ts';

export const PASSWORD = 'Waymark-demo-1';

/** A test server with users who have sessions of their own. */
export interface SessionWorld {
  readonly server: TestServer;
  addPerson(): Promise<{ readonly id: number; readonly email: string }>;
  query<Row>(text: RawBuilder<Row>): Promise<Row[]>;
  /** Requests a new token with this Cookie header. */
  renew(cookie: string): Promise<Response>;
  isSignedIn(token: string): Promise<boolean>;
  /** Makes every replaced token older than the grace for repeated renewals. */
  passGrace(): Promise<void>;
  /** Each test counts its attempts from zero: all share one address. */
  forgetAttempts(): Promise<void>;
}

export async function startSessionWorld(settings: Readonly<Record<string, string>> = {}): Promise<SessionWorld> {
  const server = await startTestServer({ settings });
  let people = 0;
  const query: SessionWorld['query'] = async (text) =>
    (await text.execute(server.app.database.read(systemScope('test')).db)).rows;
  return {
    server,
    query,
    addPerson: async () => {
      people += 1;
      const email = `person${people}@session-world.test`;
      const id = await server.app.database.change(systemOrigin('test'), async (change) => {
        const groupId = await addGroup(change, `Session company ${people}`);
        return addUser(change, { groupId, email, name: `Person ${people}`, role: 'viewer', password: PASSWORD });
      });
      return { id, email };
    },
    renew: (cookie) =>
      server.call('POST', '/api/oauth/token', { body: { grant_type: 'refresh_token' }, headers: { cookie } }),
    isSignedIn: async (token) => (await server.call('GET', '/api/userinfo', { token })).status === 200,
    passGrace: async () => {
      await query(
        sql`update refresh_tokens set replaced_at = replaced_at - interval '61 seconds' where replaced_at is not null`,
      );
    },
    forgetAttempts: async () => {
      await query(sql`delete from attempts where key like 'address:%'`);
    },
  };
}

/** The refresh cookie of an answer, as a browser sends it back. */
export function refreshCookieOf(response: Response, name = 'waymark_refresh'): string {
  return `${name}=${readCookie(response, name) ?? ''}`;
}
