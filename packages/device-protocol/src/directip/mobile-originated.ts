import { fail, succeed, type Result } from '@waymark/domain/result';
import type { ByteReader } from '../bytes/byte-reader.ts';
import { ByteWriter } from '../bytes/byte-writer.ts';
import { reject, type Decoded } from '../decode-failure.ts';
import { decodeElements, ELEMENT, encodeElements, openElement } from './elements.ts';
import { decodeImei, encodeImei, IMEI_LENGTH, isImei } from './imei.ts';
import { decodeLocation, encodeLocation, type SessionLocation } from './session-location.ts';

// Mobile originated: what a satellite device sent, as the gateway delivers it.

const HEADER_LENGTH = 28;
export const MAX_MO_PAYLOAD = 1960;

export interface MobileOriginated {
  /** The gateway's call record; with IMEI and MOMSN it names this message. */
  readonly cdr: number;
  readonly imei: string;
  readonly sessionStatus: number;
  readonly momsn: number;
  readonly mtmsn: number;
  /** UTC seconds of the session, which is not the time of what the payload tells. */
  readonly sessionTimeS: number;
  /** null for a mailbox check. */
  readonly payload: Uint8Array | null;
  /** null when absent or unusable: it is only the network's estimate. */
  readonly location: SessionLocation | null;
}

/** The session went well: 0 complete, 1 the waiting MT message was too large, 2 its location is poor. */
export function isSessionComplete(sessionStatus: number): boolean {
  return sessionStatus <= 2;
}

function readHeader(reader: ByteReader) {
  return {
    cdr: reader.readU32(),
    imei: decodeImei(reader.readBytes(IMEI_LENGTH)),
    sessionStatus: reader.readU8(),
    momsn: reader.readU16(),
    mtmsn: reader.readU16(),
    sessionTimeS: reader.readU32(),
  };
}

export function decodeMobileOriginated(bytes: Uint8Array): Decoded<MobileOriginated> {
  const elements = decodeElements(bytes);
  if (!elements.ok) return elements;
  const reader = openElement(elements.value, ELEMENT.moHeader, HEADER_LENGTH);
  if (!reader.ok) return reader;
  const header = readHeader(reader.value);
  if (header.imei === null || !isImei(header.imei)) return reject('field', 'imei');
  const payload = elements.value.get(ELEMENT.moPayload);
  const location = elements.value.get(ELEMENT.moLocation);
  return succeed({
    ...header,
    imei: header.imei,
    payload: payload?.length ? payload : null,
    location: location ? decodeLocation(location) : null,
  });
}

export function encodeMobileOriginated(message: MobileOriginated): Result<Uint8Array, 'imei' | 'payload-too-long'> {
  if (!isImei(message.imei)) return fail('imei');
  if ((message.payload?.length ?? 0) > MAX_MO_PAYLOAD) return fail('payload-too-long');
  const header = new ByteWriter('big-endian', HEADER_LENGTH)
    .writeU32(message.cdr)
    .writeBytes(encodeImei(message.imei))
    .writeU8(message.sessionStatus)
    .writeU16(message.momsn)
    .writeU16(message.mtmsn)
    .writeU32(message.sessionTimeS)
    .finish();
  const elements: [number, Uint8Array][] = [[ELEMENT.moHeader, header]];
  if (message.location) elements.push([ELEMENT.moLocation, encodeLocation(message.location)]);
  if (message.payload?.length) elements.push([ELEMENT.moPayload, message.payload]);
  return succeed(encodeElements(elements));
}
