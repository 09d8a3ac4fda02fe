import { fail, succeed, type Result } from '@waymark/domain/result';
import { reject, type Decoded } from '../decode-failure.ts';
import { digits, field } from '../layout/field.ts';
import { defineLayout } from '../layout/layout.ts';
import { decodeElements, ELEMENT, encodeElements, readElement, IMEI_LENGTH, isImei } from './elements.ts';
import { decodeLocation, encodeLocation, type SessionLocation } from './session-location.ts';

// Mobile originated: a message from a satellite device, delivered by the gateway.

export const MO_HEADER = defineLayout('big-endian', [
  field('u32', 'cdr', "the gateway's call record; with IMEI and MOMSN it names this session"),
  digits('imei', 'of the device, 15 digits', IMEI_LENGTH),
  field(
    'u8',
    'sessionStatus',
    '0 complete, 1 the message to the device was too large, 2 poor location; above 2: failed',
  ),
  field('u16', 'momsn', 'counts the messages of the device'),
  field('u16', 'mtmsn', 'of the message that went to the device in this session, 0 without one'),
  field('u32', 'sessionTimeS', 'UTC seconds of the session'),
]);
export const MAX_MO_PAYLOAD = 1960;

export interface MobileOriginated {
  /** The gateway's call record; identifies the message together with IMEI and MOMSN. */
  readonly cdr: number;
  readonly imei: string;
  readonly sessionStatus: number;
  readonly momsn: number;
  readonly mtmsn: number;
  /** UTC seconds of the session; the payload has its own times. */
  readonly sessionTimeS: number;
  /** null for a mailbox check. */
  readonly payload: Uint8Array | null;
  /** null if absent or unusable: it is only the network's estimate. */
  readonly location: SessionLocation | null;
}

/** The session succeeded: 0 complete, 1 the pending MT message was too large, 2 its location is imprecise. */
export function isSessionComplete(sessionStatus: number): boolean {
  return sessionStatus <= 2;
}

export function decodeMobileOriginated(bytes: Uint8Array): Decoded<MobileOriginated> {
  const elements = decodeElements(bytes);
  if (!elements.ok) return elements;
  const header = readElement(elements.value, ELEMENT.moHeader, MO_HEADER);
  if (!header.ok) return header;
  if (!isImei(header.value.imei)) return reject('field', 'imei');
  const payload = elements.value.get(ELEMENT.moPayload);
  const location = elements.value.get(ELEMENT.moLocation);
  return succeed({
    ...header.value,
    payload: payload?.length ? payload : null,
    location: location ? decodeLocation(location) : null,
  });
}

export function encodeMobileOriginated(message: MobileOriginated): Result<Uint8Array, 'imei' | 'payload-too-long'> {
  if (!isImei(message.imei)) return fail('imei');
  if ((message.payload?.length ?? 0) > MAX_MO_PAYLOAD) return fail('payload-too-long');
  const elements: [number, Uint8Array][] = [[ELEMENT.moHeader, MO_HEADER.encode(message)]];
  if (message.location) elements.push([ELEMENT.moLocation, encodeLocation(message.location)]);
  if (message.payload?.length) elements.push([ELEMENT.moPayload, message.payload]);
  return succeed(encodeElements(elements));
}
