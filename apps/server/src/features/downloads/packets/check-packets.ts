import type { IncomingPacket, RefusedPacket } from './incoming-packet.ts';
import type { HeldDownload } from '../hold-downloads.store.ts';

type Fault = Pick<RefusedPacket, 'reason' | 'detail'>;

function findFault(
  { uid, groupId, packet }: IncomingPacket,
  held: HeldDownload | undefined,
  total: number | null,
): Fault | null {
  if (!held) return { reason: 'no-download', detail: 'nothing was asked for by this number' };
  if (held.uid !== uid || held.groupId !== groupId)
    return { reason: 'no-download', detail: 'another device was asked' };
  const isOtherKind = packet.kind !== 'end' && (packet.kind === 'raw') !== (held.kind === 'raw');
  if (isOtherKind || held.isSatellite) return { reason: 'no-download', detail: 'something else was asked for' };
  if (total !== null && total !== packet.of)
    return { reason: 'download-size', detail: `${packet.of} packets, and ${total} before` };
  return null;
}

interface Checked {
  readonly good: readonly IncomingPacket[];
  readonly refused: readonly RefusedPacket[];
}

/** Sorts out packets that do not belong to their download. The first packet sets the total number. */
export function checkPackets(packets: readonly IncomingPacket[], held: ReadonlyMap<number, HeldDownload>): Checked {
  const totals = new Map<number, number>();
  const good: IncomingPacket[] = [];
  const refused: RefusedPacket[] = [];
  for (const incoming of packets) {
    const { session, of } = incoming.packet;
    const download = held.get(session);
    const fault = findFault(incoming, download, totals.get(session) ?? download?.total ?? null);
    if (fault) {
      refused.push({ packet: incoming, ...fault });
      continue;
    }
    totals.set(session, of);
    good.push(incoming);
  }
  return { good, refused };
}
