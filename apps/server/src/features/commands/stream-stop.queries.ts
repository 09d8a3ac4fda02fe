import { sql } from 'kysely';
import type { Reader } from '../../platform/database/database.ts';

/** By Bluetooth it streams to a relay, which is no business of the server's. */
const STREAMS_OVER_CELLULAR = 2;

/**
 * Whether the device streams, or will once it has its commands: by the newest that counts, else by what it has said of
 * itself. One that was deleted or expired on its way may have started the stream; it has not surely ended it.
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
