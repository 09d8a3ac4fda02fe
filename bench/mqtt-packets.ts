// Writes MQTT 3.1.1 packets by hand for load generators: a client library would cost more than the server under test.

const text = (value: string) => {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
};

function packet(first: number, body: Buffer): Buffer {
  const length: number[] = [];
  for (let rest = body.length; ; rest >>= 7) {
    length.push(rest > 127 ? (rest & 127) | 128 : rest);
    if (rest <= 127) break;
  }
  return Buffer.concat([Buffer.from([first, ...length]), body]);
}

const numberOf = (id: number) => Buffer.from([id >> 8, id & 255]);

export const CONNACK = 0x20;
export const PUBACK = 0x40;

export function buildConnect(uid: number, password: string): Buffer {
  const flags = Buffer.from([4, 0xc2, 0, 60]);
  return packet(0x10, Buffer.concat([text('MQTT'), flags, text(`agm-${uid}`), text(String(uid)), text(password)]));
}

/** A PUBLISH packet at QoS 1 with ASCII texts. Written at once: a load generator shares the processors with the server. */
export function buildPublish(topic: string, id: number, payload: string): Buffer {
  const length = 4 + topic.length + payload.length;
  const bodyAt = length < 128 ? 2 : 3;
  if (length >= 128 * 128) throw new Error(`${length} bytes are too many`);
  const bytes = Buffer.allocUnsafe(bodyAt + length);
  bytes[0] = 0x32;
  bytes[1] = length < 128 ? length : (length & 127) | 128;
  if (bodyAt === 3) bytes[2] = length >> 7;
  const idAt = bytes.writeUInt16BE(topic.length, bodyAt) + topic.length;
  bytes.write(topic, bodyAt + 2, 'latin1');
  bytes.write(payload, bytes.writeUInt16BE(id, idAt), 'latin1');
  return bytes;
}

/** A PUBLISH packet at QoS 0. */
export function buildUnacknowledged(topic: string, payload: string): Buffer {
  return packet(0x30, Buffer.concat([text(topic), Buffer.from(payload)]));
}

export function buildSubscribe(filter: string, id: number): Buffer {
  return packet(0x82, Buffer.concat([numberOf(id), text(filter), Buffer.from([1])]));
}

/** Calls `onPacket` with the type of each complete packet, and where its body is. Returns the remaining bytes. */
export function cutPackets(bytes: Buffer, onPacket: (type: number, bytes: Buffer, bodyAt: number) => void): Buffer {
  let at = 0;
  while (at + 2 <= bytes.length) {
    let [length, shift, next] = [0, 0, at + 1];
    for (; ; shift += 7) {
      const byte = bytes[next];
      if (byte === undefined) return bytes.subarray(at);
      next += 1;
      length |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    if (next + length > bytes.length) break;
    onPacket((bytes[at] ?? 0) & 0xf0, bytes, next);
    at = next + length;
  }
  return bytes.subarray(at);
}
