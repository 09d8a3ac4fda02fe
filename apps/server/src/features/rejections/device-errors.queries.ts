import type { RouteInput, RouteReply } from '@waymark/contract/route';
import type { rejectionsRoutes } from '@waymark/contract/routes/rejections';
import { formatUtcMillisecond, formatUtcSecond } from '@waymark/domain/time/utc';
import type { Selectable } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { cutPage, isBelow, touches } from './newest-first.ts';

export type ErrorPage = RouteReply<typeof rejectionsRoutes.listDeviceErrors>;
export type DeviceError = ErrorPage['entries'][number];
export type ErrorFilter = RouteInput<typeof rejectionsRoutes.exportDeviceErrors>['query'];
type ErrorQuery = ErrorFilter & { readonly before?: string | undefined; readonly rowsPerPage: number };

type Row = Selectable<Tables['device_errors']>;

const toEntry = ({ uid, group_id: groupId, at, received_at: receivedAt, code, detail }: Row): DeviceError => ({
  uid,
  groupId,
  at: formatUtcMillisecond(at.getTime()),
  receivedAt: formatUtcSecond(receivedAt.getTime()),
  code,
  detail,
});

const placeOf = ({ at, uid, code }: Row) => `${at.getTime()}.${uid}.${code}`;

/** A page of the errors that devices have reported, newest first; each belongs to the company that had the device then. */
export async function listDeviceErrors(reader: Reader, query: ErrorQuery): Promise<ErrorPage> {
  const { uid, groupId, before, rowsPerPage, ...span } = query;
  const rows = await reader.db
    .selectFrom('device_errors')
    .selectAll()
    .where(inCompany(reader.scope, 'device_errors.group_id'))
    .$if(uid !== undefined, (found) => found.where('uid', '=', uid ?? 0))
    .$if(groupId !== undefined, (found) => found.where('group_id', '=', groupId ?? 0))
    .where((eb) => eb.and([...touches('at', 'at', span), ...isBelow(['at', 'uid', 'code'], before)]))
    .orderBy('at', 'desc')
    .orderBy('uid', 'desc')
    .orderBy('code', 'desc')
    .limit(rowsPerPage + 1)
    .execute();
  return cutPage(rows, rowsPerPage, toEntry, placeOf);
}
