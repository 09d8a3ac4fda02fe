import { succeed } from '@waymark/domain/result';
import { ByteReader } from '../bytes/byte-reader.ts';
import { ByteWriter } from '../bytes/byte-writer.ts';
import { reject, type Decoded } from '../decode-failure.ts';

// The short reports: 05 device info (18 bytes with header and CRC), 06 acknowledgement (16), 08 error (16).

const INFO_LENGTH = 8;
const ACK_LENGTH = 6;
const ERROR_LENGTH = 6;

export interface InfoBody {
  readonly firmwareMajorVersion: number;
  readonly firmwareMinorVersion: number;
  readonly protocolVersion: number;
  readonly hardwareMajorVersion: number;
  readonly hardwareMinorVersion: number;
  readonly productNumber: number;
}

export interface AckBody {
  readonly id: number;
  /** 0 accepted, 1 rejected, 2 bad authentication code, 3 busy. */
  readonly status: 0 | 1 | 2 | 3;
  readonly detail: number;
}

export interface ErrorBody {
  readonly code: number;
  readonly detail: number;
}

export function encodeInfoBody(info: InfoBody): Uint8Array {
  return new ByteWriter('big-endian', INFO_LENGTH)
    .writeU16(info.firmwareMajorVersion)
    .writeU16(info.firmwareMinorVersion)
    .writeU8(info.protocolVersion)
    .writeU8(info.hardwareMajorVersion)
    .writeU8(info.hardwareMinorVersion)
    .writeU8(info.productNumber)
    .finish();
}

export function decodeInfoBody(body: Uint8Array): Decoded<InfoBody> {
  if (body.length !== INFO_LENGTH) return reject('length', 'device info');
  const reader = new ByteReader(body, 'big-endian');
  return succeed({
    firmwareMajorVersion: reader.readU16(),
    firmwareMinorVersion: reader.readU16(),
    protocolVersion: reader.readU8(),
    hardwareMajorVersion: reader.readU8(),
    hardwareMinorVersion: reader.readU8(),
    productNumber: reader.readU8(),
  });
}

export function encodeAckBody({ id, status, detail }: AckBody): Uint8Array {
  return new ByteWriter('big-endian', ACK_LENGTH).writeU32(id).writeU8(status).writeU8(detail).finish();
}

export function decodeAckBody(body: Uint8Array): Decoded<AckBody> {
  if (body.length !== ACK_LENGTH) return reject('length', 'acknowledgement');
  const reader = new ByteReader(body, 'big-endian');
  const [id, status, detail] = [reader.readU32(), reader.readU8(), reader.readU8()];
  return status > 3 ? reject('field', 'status') : succeed({ id, status: status as AckBody['status'], detail });
}

export function encodeErrorBody({ code, detail }: ErrorBody): Uint8Array {
  return new ByteWriter('big-endian', ERROR_LENGTH).writeU16(code).writeU32(detail).finish();
}

export function decodeErrorBody(body: Uint8Array): Decoded<ErrorBody> {
  if (body.length !== ERROR_LENGTH) return reject('length', 'error');
  const reader = new ByteReader(body, 'big-endian');
  return succeed({ code: reader.readU16(), detail: reader.readU32() });
}
