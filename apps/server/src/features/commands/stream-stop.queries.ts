import { sql } from 'kysely';
import type { Reader } from '../../platform/database/database.ts';

/** Other stream modes, such as Bluetooth to a relay, do not use the server. */
const STREAMS_OVER_CELLULAR = 2;

/**
 * Whether the device streams or will after its pending commands: by the newest command that counts, else by its reported
 * mode. A start that was deleted or expired in flight counts, because the device may have got it; such a stop does not.
 */
export async function isStreaming(reader: Reader, uid: number): Promise<boolean> {
  const { rows } = await sql<{ is_streaming: boolean }>`
    select coalesce(
      (select (parameters -> 'streamEnabled')::boolean from commands
       where uid = ${uid} and type = 'StreamEnable'
         and (state in ('queued', 'sent', 'accepted')
           or state in ('deleted', 'expired') and attempts > 0 and (parameters -> 'streamEnabled')::boolean)
       order by id desc limit 1),
      (select stream_mode = ${STREAMS_OVER_CELLULAR} from device_states where uid = ${uid}),
      false) as is_streaming`.execute(reader.db);
  return rows[0]?.is_streaming === true;
}
