import type { RouteInput, RouteReply } from '@waymark/contract/route';
import { rejectionLink, type rejectionsRoutes } from '@waymark/contract/routes/rejections';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import type { Selectable } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { cutPage, isBelow, touches } from './newest-first.ts';

export type RejectionPage = RouteReply<typeof rejectionsRoutes.listRejections>;
export type Rejection = RejectionPage['entries'][number];
export type RejectionFilter = RouteInput<typeof rejectionsRoutes.exportRejections>['query'];
type RejectionQuery = RejectionFilter & { readonly before?: string | undefined; readonly rowsPerPage: number };

type Row = Omit<Selectable<Tables['rejected_messages']>, 'subject' | 'hour' | 'payload'>;

function toEntry(row: Row): Rejection {
  return {
    id: row.id,
    uid: row.uid,
    groupId: row.group_id,
    sender: row.sender,
    link: rejectionLink.parse(row.link),
    reason: row.reason,
    detail: row.detail,
    topic: row.topic,
    firstAt: formatUtcSecond(row.first_at.getTime()),
    lastAt: formatUtcSecond(row.last_at.getTime()),
    count: row.count,
    size: row.size,
  };
}

/** Only superadmins see rows without a company, because the scope of a company matches only its own rows. */
function select({ db, scope }: Reader) {
  return db
    .selectFrom('rejected_messages')
    .select([
      'id',
      'group_id',
      'uid',
      'sender',
      'reason',
      'link',
      'first_at',
      'last_at',
      'count',
      'detail',
      'topic',
      'size',
    ])
    .where(inCompany(scope, 'rejected_messages.group_id'));
}

function find(reader: Reader, { uid, groupId, link, reason, before, rowsPerPage, ...span }: RejectionQuery) {
  return select(reader)
    .$if(uid !== undefined, (found) => found.where('uid', '=', uid ?? 0))
    .$if(groupId !== undefined, (found) => found.where('group_id', '=', groupId ?? 0))
    .$if(link !== undefined, (found) => found.where('link', '=', link ?? ''))
    .$if(reason !== undefined, (found) => found.where('reason', '=', reason ?? ''))
    .where((eb) => eb.and([...touches('first_at', 'last_at', span), ...isBelow(['last_at', 'id'], before)]))
    .orderBy('last_at', 'desc')
    .orderBy('id', 'desc')
    .limit(rowsPerPage + 1);
}

const placeOf = (row: Row) => `${row.last_at.getTime()}.${row.id}`;

/** A page of the rejected messages, newest first. */
export async function listRejections(reader: Reader, query: RejectionQuery): Promise<RejectionPage> {
  return cutPage(await find(reader, query).execute(), query.rowsPerPage, toEntry, placeOf);
}

type WithBytes = Rejection & { readonly hex: string };

/** A page of the rejected messages with the bytes of each. */
export async function listRejectionsWithBytes(reader: Reader, query: RejectionQuery) {
  const rows = await find(reader, query).select('payload').execute();
  const withBytes = (row: (typeof rows)[number]): WithBytes => ({ ...toEntry(row), hex: row.payload.toString('hex') });
  return cutPage(rows, query.rowsPerPage, withBytes, placeOf);
}

export async function readRejection(reader: Reader, id: number): Promise<WithBytes | null> {
  const row = await select(reader).select('payload').where('id', '=', id).executeTakeFirst();
  return row ? { ...toEntry(row), hex: row.payload.toString('hex') } : null;
}
