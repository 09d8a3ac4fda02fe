import type { CompanyId, Uid } from '@waymark/domain/ids';
import { sql } from 'kysely';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Change } from '../../platform/database/change.ts';
import * as commands from '../commands/commands.api.ts';

/** The first report of a device decides its link, which was unknown if the device has an IMEI. */
export async function settleLinks(
  change: Change,
  reported: ReadonlyArray<{ readonly uid: Uid; readonly is_first: boolean | null }>,
): Promise<void> {
  const uids = reported.filter(({ is_first: isFirst }) => isFirst === true).map(({ uid }) => uid);
  if (uids.length === 0) return;
  const { rows } = await sql<{ uid: Uid; group_id: CompanyId; is_iridium: boolean; has_imei: boolean }>`
    select d.uid, d.group_id, s.is_iridium, d.imei is not null as has_imei
    from devices d join device_states s on s.uid = d.uid
    where d.uid = any(${writeArray(uids)}::bigint[]) order by d.uid`.execute(change.db);
  for (const { uid, group_id: groupId, is_iridium: isIridium, has_imei: hasImei } of rows) {
    // A change to satellite changes the column, which has its own event.
    if (hasImei && !isIridium) change.push('ReceiveCommTypeChange', { groupId, uid }, { uid, isIridium });
  }
  await commands.rejectOverOtherLink(
    change,
    rows.map(({ uid, is_iridium: isIridium }) => ({ uid, isIridium })),
  );
}
