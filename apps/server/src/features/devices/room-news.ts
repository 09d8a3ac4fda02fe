import { deviceOfRoom } from '../../hub/rooms.ts';
import type { RoomNews } from '../../hub/room-reviews.ts';

/**
 * A viewer who may no longer follow a device. The notice that takes the viewer out of the room can arrive before the
 * event of the device's removal, which the room then misses.
 */
export function tellOfDeviceRoom(room: string, isLeft: boolean): RoomNews | null {
  const uid = deviceOfRoom(room);
  return uid === null || !isLeft ? null : { name: 'ReceiveDeviceListUpdate', data: { uid, isRemoved: true } };
}
