import { succeed } from '@waymark/domain/result';
import type { Decoded } from '../decode-failure.ts';
import { whole } from '../layout/conversion.ts';
import { digits, field } from '../layout/field.ts';
import { defineLayout, type ValuesOf } from '../layout/layout.ts';
import { decodeElements, ELEMENT, encodeElements, readElement, IMEI_LENGTH } from './elements.ts';

export const MO_CONFIRMATION = defineLayout('big-endian', [
  field('u8', 'status', '1 stored, or kept as rejected; 0 not stored: send it again', whole(0, 1)),
]);

export const MT_CONFIRMATION = defineLayout('big-endian', [
  field('u32', 'clientMessageId', 'as in the message'),
  digits('imei', 'as in the message, also one that is refused', IMEI_LENGTH),
  field('u32', 'autoId', "the gateway's own number of the message"),
  field('i16', 'status', "0 to 50: queued, and its place in the device's queue; below 0: refused"),
]);

/** Sent to the gateway once a mobile originated message is stored, or cannot be. */
export function encodeMoConfirmation(isStored: boolean): Uint8Array {
  return encodeElements([[ELEMENT.moConfirmation, MO_CONFIRMATION.encode({ status: isStored ? 1 : 0 })]]);
}

export function decodeMoConfirmation(message: Uint8Array): Decoded<boolean> {
  const elements = decodeElements(message);
  if (!elements.ok) return elements;
  const confirmation = readElement(elements.value, ELEMENT.moConfirmation, MO_CONFIRMATION);
  return confirmation.ok ? succeed(confirmation.value.status === 1) : confirmation;
}

/** Sent by the gateway after a mobile terminated message. */
export type MtConfirmation = ValuesOf<typeof MT_CONFIRMATION>;

export function encodeMtConfirmation(confirmation: MtConfirmation): Uint8Array {
  return encodeElements([[ELEMENT.mtConfirmation, MT_CONFIRMATION.encode(confirmation)]]);
}

export function decodeMtConfirmation(message: Uint8Array): Decoded<MtConfirmation> {
  const elements = decodeElements(message);
  return elements.ok ? readElement(elements.value, ELEMENT.mtConfirmation, MT_CONFIRMATION) : elements;
}

export const REFUSALS: ReadonlyMap<number, string> = new Map([
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

/** The reason of the gateway's refusal; null: it queued the message. */
export function describeRefusal(status: number): string | null {
  return status >= 0 ? null : (REFUSALS.get(status) ?? `status ${status}`);
}
