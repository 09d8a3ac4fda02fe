import type { BroadcastCode } from '@waymark/commands/broadcast-codes';
import type { CompanyId, Uid } from '@waymark/domain/ids';
import type { Change } from '../../platform/database/change.ts';

export interface DeviceFailure {
  readonly uid: Uid;
  readonly reason: string;
}

interface NewBroadcast {
  readonly groupId: CompanyId;
  readonly codes: readonly BroadcastCode[];
  readonly failed: readonly DeviceFailure[];
}

export async function insertBroadcast(change: Change, { groupId, codes, failed }: NewBroadcast): Promise<number> {
  const { userId, userName } = change.origin;
  const values = {
    group_id: groupId,
    user_id: userId,
    user_name: userName,
    codes: [...codes],
    failed: JSON.stringify(failed),
  };
  return (await change.db.insertInto('broadcasts').values(values).returning('id').executeTakeFirstOrThrow()).id;
}
