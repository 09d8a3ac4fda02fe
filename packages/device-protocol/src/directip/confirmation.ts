import { succeed } from '@waymark/domain/result';
import { ByteWriter } from '../bytes/byte-writer.ts';
import { reject, type Decoded } from '../decode-failure.ts';
import { decodeElements, ELEMENT, encodeElements, openElement } from './elements.ts';
import { decodeImei, encodeImei, IMEI_LENGTH } from './imei.ts';

const MT_LENGTH = 25;

/** Ours to the gateway, once a mobile originated message is stored (or cannot be). */
export function encodeMoConfirmation(isStored: boolean): Uint8Array {
  return encodeElements([[ELEMENT.moConfirmation, Uint8Array.of(isStored ? 1 : 0)]]);
}

export function decodeMoConfirmation(bytes: Uint8Array): Decoded<boolean> {
  const elements = decodeElements(bytes);
  if (!elements.ok) return elements;
  const reader = openElement(elements.value, ELEMENT.moConfirmation, 1);
  if (!reader.ok) return reader;
  const status = reader.value.readU8();
  return status > 1 ? reject('field', 'status') : succeed(status === 1);
}

/** The gateway's to us, after a mobile terminated message. */
export interface MtConfirmation {
  readonly clientMessageId: number;
  /** As we sent it; the gateway repeats even one it refuses. */
  readonly imei: string;
  readonly autoId: number;
  /** 0 to 50: the place in the device's queue; below 0: refused. */
  readonly status: number;
}

export function encodeMtConfirmation(confirmation: MtConfirmation): Uint8Array {
  const value = new ByteWriter('big-endian', MT_LENGTH)
    .writeU32(confirmation.clientMessageId)
    .writeBytes(encodeImei(confirmation.imei))
    .writeU32(confirmation.autoId)
    .writeI16(confirmation.status)
    .finish();
  return encodeElements([[ELEMENT.mtConfirmation, value]]);
}

export function decodeMtConfirmation(bytes: Uint8Array): Decoded<MtConfirmation> {
  const elements = decodeElements(bytes);
  if (!elements.ok) return elements;
  const reader = openElement(elements.value, ELEMENT.mtConfirmation, MT_LENGTH);
  if (!reader.ok) return reader;
  const clientMessageId = reader.value.readU32();
  const imei = decodeImei(reader.value.readBytes(IMEI_LENGTH));
  if (imei === null) return reject('field', 'imei');
  return succeed({ clientMessageId, imei, autoId: reader.value.readU32(), status: reader.value.readI16() });
}

const REFUSALS = new Map([
  [-1, 'bad-imei'],
  [-2, 'unknown-imei'],
  [-3, 'payload-too-long'],
  [-4, 'payload-missing'],
  [-5, 'queue-full'],
  [-6, 'gateway-resources'],
  [-7, 'protocol-error'],
  [-8, 'ring-alerts-disabled'],
  [-9, 'not-attached'],
  [-10, 'source-refused'],
  [-11, 'mtmsn-out-of-range'],
  [-12, 'certificate-refused'],
]);

/** Why the gateway refused; null when it queued the message. */
export function describeRefusal(status: number): string | null {
  return status >= 0 ? null : (REFUSALS.get(status) ?? `status ${status}`);
}
