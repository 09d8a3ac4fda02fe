// An AGM under a satellite: a heartbeat and a passage, each in a DirectIP message as the Iridium gateway sends it.
//   node agm-sbd.mjs 127.0.0.1 10800 300234063904190
import { once } from 'node:events';
import { connect } from 'node:net';

const [host, port, imei] = process.argv.slice(2);
const u8 = (value) => Buffer.of(value);
const u16 = (value) => Buffer.of(value >> 8, value & 255);
const i32 = (value) => ((buffer) => (buffer.writeInt32BE(value), buffer))(Buffer.alloc(4));
const seconds = () => i32(Math.floor(Date.now() / 1000));

function crc16(bytes) {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return u16(crc);
}

function buildPayload(type, sequence, ...body) {
  const covered = Buffer.concat([u8(0xa1), u8(type), u16(sequence), seconds(), ...body]);
  return Buffer.concat([covered, crc16(covered)]);
}

/** Opens one session with the server, which answers 1 when the payload is stored. */
async function deliver(momsn, payload) {
  const element = (id, ...parts) => Buffer.concat([u8(id), u16(Buffer.concat(parts).length), ...parts]);
  const header = element(0x01, i32(momsn), Buffer.from(imei), u8(0), u16(momsn), u16(0), seconds());
  const socket = connect(Number(port), host).end(element(0x01, header, element(0x02, payload)));
  const [confirmation] = await once(socket, 'data');
  if (confirmation.at(-1) !== 1) throw new Error('not stored: send it again');
}

const position = [i32(361_301_000), i32(-960_302_000), u16((214.3 + 500) * 10)];
await deliver(
  1,
  buildPayload(
    0x01,
    1,
    ...position,
    u16(8620),
    u8(85),
    u8(9),
    u8(0b1_1010),
    u8(0),
    u16(0),
    u16(1),
    u16(0),
    u16(1),
    u8(3),
    u8(0x15),
  ),
);
await deliver(
  2,
  buildPayload(
    0x02,
    2,
    u16(120),
    u16(1),
    u8(7),
    u8(22),
    ...position,
    u16(8620),
    Buffer.of(43, 24, 36, 126, 155, 108),
    u8(0),
    u8(0),
    Buffer.of(12, 40, 88, 60, 31, 24),
  ),
);
console.log('stored');
