import { writeRunUpdate } from '@waymark/contract/runs/run-names';
import { runOfRoom } from '../../../hub/rooms.ts';
import type { RoomNews } from '../../../hub/room-reviews.ts';

/** Makes a viewer's console read the run again when the viewer gains or loses access to it. */
export function tellOfRunRoom(room: string): RoomNews | null {
  const runId = runOfRoom(room);
  return runId === null
    ? null
    : { name: 'ReceivePigRunUpdate', data: writeRunUpdate({ runId, messageName: 'RunUpdated' }) };
}
