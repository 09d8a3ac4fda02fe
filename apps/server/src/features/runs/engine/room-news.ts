import { runOfRoom } from '../../../hub/rooms.ts';
import type { RoomNews } from '../../../hub/room-reviews.ts';

/** A viewer who is connected reads a run that begins to notify him, and sees that he may no longer read one. */
export function tellOfRunRoom(room: string): RoomNews | null {
  const runId = runOfRoom(room);
  return runId === null ? null : { name: 'ReceivePigRunUpdate', data: { runId, messagegName: 'RunUpdated' } };
}
