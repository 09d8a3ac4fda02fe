import { fail, succeed, type Result } from '@waymark/domain/result';
import { reject, type Decoded } from '../decode-failure.ts';
import { whole } from '../layout/conversion.ts';
import { digits, field } from '../layout/field.ts';
import { defineLayout } from '../layout/layout.ts';
import { decodeElements, ELEMENT, encodeElements, readElement, IMEI_LENGTH, isImei } from './elements.ts';

// Mobile terminated: a message that the gateway delivers to a satellite device.

export const MT_HEADER = defineLayout('big-endian', [
  field('u32', 'clientMessageId', "the server's own number of the message; the confirmation repeats it"),
  digits('imei', 'of the device, 15 digits', IMEI_LENGTH),
  field('u16', 'disposition', 'values as below, added up'),
]);
export const MT_PRIORITY = defineLayout('big-endian', [
  field('u16', 'priority', '1 the highest, 5 the lowest', whole(1, 5)),
]);

/** Limit of the devices' transceivers (9602, 9603); the gateway would accept 1890. */
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
  /** Assigned by the server; the gateway's confirmation repeats it. */
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
  const elements: [number, Uint8Array][] = [[ELEMENT.mtHeader, MT_HEADER.encode(message)]];
  if (message.payload?.length) elements.push([ELEMENT.mtPayload, message.payload]);
  if (message.priority !== null)
    elements.push([ELEMENT.mtPriority, MT_PRIORITY.encode({ priority: message.priority })]);
  return succeed(encodeElements(elements));
}

export function decodeMobileTerminated(bytes: Uint8Array): Decoded<MobileTerminated> {
  const elements = decodeElements(bytes);
  if (!elements.ok) return elements;
  const header = readElement(elements.value, ELEMENT.mtHeader, MT_HEADER);
  if (!header.ok) return header;
  if (!isImei(header.value.imei)) return reject('field', 'imei');
  const payload = elements.value.get(ELEMENT.mtPayload);
  if (payload && payload.length > MAX_MT_PAYLOAD) return reject('length', 'payload');
  const message = { ...header.value, payload: payload?.length ? payload : null };
  if (!elements.value.has(ELEMENT.mtPriority)) return succeed({ ...message, priority: null });
  const priority = readElement(elements.value, ELEMENT.mtPriority, MT_PRIORITY);
  return priority.ok ? succeed({ ...message, ...priority.value }) : priority;
}

function isPriority(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 5;
}
