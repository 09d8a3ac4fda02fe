import type { Reach } from '@waymark/contract/routes/reach';
import { toPhoneDigits } from '@waymark/domain/account/phone';
import type { UserId } from '@waymark/domain/ids';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import type { Reader } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { findLastMessage } from '../outbox/outbox.queries.ts';
import { findUserById } from '../users/users.queries.ts';
import { digestEndpoint } from './browsers.store.ts';

/** The media that this installation can send by. */
export interface SetUp {
  readonly email: boolean;
  readonly sms: boolean;
  /** The application server key for push. */
  readonly publicKey: string;
}

const toText = (at: Date) => formatUtcSecond(at.getTime());

type Browser = Reach['push']['browsers'][number];

function writeLast(at: Date | null, error: string | null): Browser['last'] {
  return at && { at: toText(at), state: error === null ? 'sent' : 'failed', error };
}

async function listBrowsers({ db }: Reader, userId: UserId): Promise<Browser[]> {
  const rows = await db
    .selectFrom('push_subscriptions')
    .select(['id', 'browser', 'endpoint', 'created_at', 'last_at', 'last_error'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.browser,
    digest: digestEndpoint(row.endpoint),
    since: toText(row.created_at),
    last: writeLast(row.last_at, row.last_error),
  }));
}

async function findLost({ db }: Reader, userId: UserId): Promise<Reach['push']['lost']> {
  const lost = await db
    .selectFrom('lost_push_subscriptions')
    .select(['browser as name', 'at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return lost ? { name: lost.name, at: toText(lost.at) } : null;
}

/** The ways to reach a user. */
export async function readReach(reader: Reader, userId: UserId, setUp: SetUp): Promise<Reach> {
  const user = await findUserById(reader, userId);
  if (!user) throw problem('unauthenticated');
  const phone = toPhoneDigits(user.phone);
  return {
    email: {
      address: user.email,
      isSetUp: setUp.email,
      last: await findLastMessage(reader, { medium: 'mail', to: user.email }),
    },
    sms: {
      phone,
      isOptedIn: user.is_opted_in && phone !== '',
      isSetUp: setUp.sms,
      last: phone === '' ? null : await findLastMessage(reader, { medium: 'sms', to: phone, userId }),
    },
    push: {
      publicKey: setUp.publicKey,
      browsers: await listBrowsers(reader, userId),
      lost: await findLost(reader, userId),
    },
  };
}
