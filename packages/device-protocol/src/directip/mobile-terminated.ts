import { fail, succeed, type Result } from '@waymark/domain/result';
import { ByteWriter } from '../bytes/byte-writer.ts';
import { reject, type Decoded } from '../decode-failure.ts';
import { decodeElements, ELEMENT, encodeElements, openElement } from './elements.ts';
import { decodeImei, encodeImei, IMEI_LENGTH, isImei } from './imei.ts';

// Mobile terminated: what we hand to the gateway for a satellite device.

const HEADER_LENGTH = 21;

/** What the devices' transceivers (9602, 9603) take; the gateway itself would take 1890. */
export const MAX_MT_PAYLOAD = 270;

/** Bits of the disposition. */
export const DISPOSITION = {
  flushQueue: 1,
  sendRingAlert: 2,
  updateLocation: 8,
  highPriority: 16,
  assignMtmsn: 32,
} as const;

export interface MobileTerminated {
  /** Ours; the gateway's confirmation repeats it. */
  readonly clientMessageId: number;
  readonly imei: string;
  readonly disposition: number;
  /** null only to flush the queue or ring. */
  readonly payload: Uint8Array | null;
  /** 1 is the highest, 5 the lowest; null leaves it to the gateway. */
  readonly priority: number | null;
}

export function encodeMobileTerminated(
  message: MobileTerminated,
): Result<Uint8Array, 'imei' | 'payload-too-long' | 'priority'> {
  if (!isImei(message.imei)) return fail('imei');
  if ((message.payload?.length ?? 0) > MAX_MT_PAYLOAD) return fail('payload-too-long');
  if (message.priority !== null && !isPriority(message.priority)) return fail('priority');
  const header = new ByteWriter('big-endian', HEADER_LENGTH)
    .writeU32(message.clientMessageId)
    .writeBytes(encodeImei(message.imei))
    .writeU16(message.disposition)
    .finish();
  const elements: [number, Uint8Array][] = [[ELEMENT.mtHeader, header]];
  if (message.payload?.length) elements.push([ELEMENT.mtPayload, message.payload]);
  if (message.priority !== null) {
    elements.push([ELEMENT.mtPriority, new ByteWriter('big-endian', 2).writeU16(message.priority).finish()]);
  }
  return succeed(encodeElements(elements));
}

export function decodeMobileTerminated(bytes: Uint8Array): Decoded<MobileTerminated> {
  const elements = decodeElements(bytes);
  if (!elements.ok) return elements;
  const header = openElement(elements.value, ELEMENT.mtHeader, HEADER_LENGTH);
  if (!header.ok) return header;
  const clientMessageId = header.value.readU32();
  const imei = decodeImei(header.value.readBytes(IMEI_LENGTH));
  if (imei === null || !isImei(imei)) return reject('field', 'imei');
  const disposition = header.value.readU16();
  const payload = elements.value.get(ELEMENT.mtPayload);
  if (payload && payload.length > MAX_MT_PAYLOAD) return reject('length', 'payload');
  if (!elements.value.has(ELEMENT.mtPriority)) {
    return succeed({ clientMessageId, imei, disposition, payload: payload?.length ? payload : null, priority: null });
  }
  const reader = openElement(elements.value, ELEMENT.mtPriority, 2);
  if (!reader.ok) return reader;
  const priority = reader.value.readU16();
  if (!isPriority(priority)) return reject('field', 'priority');
  return succeed({ clientMessageId, imei, disposition, payload: payload?.length ? payload : null, priority });
}

function isPriority(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 5;
}
