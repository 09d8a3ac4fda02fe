import { CONSOLE_CLIENT_ID, PASSWORD_CONNECTION } from '@waymark/contract/routes/session';
import { expect, vi } from 'vitest';
import { systemScope } from '../../../platform/access/scope.ts';
import { systemOrigin } from '../../../platform/http/call.ts';
import { readProblem, type SignedIn, type TestServer } from '../../../testing/test-server.ts';
import { addGroup } from '../../administration/groups.store.ts';
import { findUserByEmail } from '../../users/users.queries.ts';
import { addUser } from '../../administration/add-user.store.ts';

export const PASSWORD = 'Correct-horse-8';

interface Member {
  readonly id: number;
  readonly email: string;
  readonly groupId: number;
}

let made = 0;

/** Users with passwords and the links that are mailed to them, on a demo server. */
export async function openLinkDesk(server: TestServer) {
  const { database } = server.app;
  const superadmin: SignedIn = await server.signIn('superadmin@demo.waymark');

  const addMember = (password: string | null = PASSWORD): Promise<Member> =>
    database.change(systemOrigin('test'), async (change) => {
      const email = `member${++made}@links.test`;
      const groupId = await addGroup(change, `Links ${made}`);
      return {
        id: await addUser(change, { groupId, email, name: 'Dana Reyes', role: 'admin', password }),
        email,
        groupId,
      };
    });

  const askForLink = (email: string) => {
    const body = { client_id: CONSOLE_CLIENT_ID, email, connection: PASSWORD_CONNECTION };
    return server.call('POST', '/api/dbconnections/change_password', { body });
  };

  /** The tokens of the mails to this address, newest first. */
  const listTokens = async (email: string): Promise<string[]> => {
    const mails = (await (await server.call('GET', '/api/dev/outbox')).json()) as { to: string; text: string }[];
    return mails.flatMap(({ to, text }) => (to === email ? (/#token=([\w-]+)/.exec(text)?.slice(1) ?? []) : []));
  };

  const waitForToken = async (email: string, count = 1): Promise<string> => {
    const tokens = await vi.waitFor(
      async () => {
        const found = await listTokens(email);
        expect(found).toHaveLength(count);
        return found;
      },
      { timeout: 20_000 },
    );
    return tokens[0] ?? '';
  };

  const submitLink = (token: string, password = 'Brand-new-pass-3') =>
    server.call('POST', '/api/dbconnections/set_password', { body: { token, password } });

  return {
    superadmin,
    addMember,
    askForLink,
    listTokens,
    waitForToken,
    submitLink,
    mailLink: async (email: string) => {
      await askForLink(email);
      return waitForToken(email);
    },
    /** Status and problem code of the answer to a used link. */
    refusalOf: async (token: string) => {
      const answer = await submitLink(token);
      return answer.status === 200 ? [200, ''] : [answer.status, (await readProblem(answer)).code];
    },
    saveUser: (body: unknown) => server.call('POST', '/api/admin/user', { token: superadmin.token, body }),
    findUser: (email: string) => findUserByEmail(database.read(systemScope('test')), email),
  };
}
