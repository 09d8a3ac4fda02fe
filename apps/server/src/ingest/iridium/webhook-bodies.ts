import { parseHex } from '@waymark/device-protocol/bytes/hex';
import { reject, type Decoded } from '@waymark/device-protocol/decode-failure';
import { isImei } from '@waymark/device-protocol/directip/elements';
import { MAX_MO_PAYLOAD } from '@waymark/device-protocol/directip/mobile-originated';
import { succeed } from '@waymark/domain/result';
import { parseUtc } from '@waymark/domain/time/utc';
import { z } from 'zod';
import type { SatelliteSession } from './receive-session.ts';

// The webhook bodies of both providers. Unknown fields are ignored: the providers add some from time to time.

/** Numbers in a form are texts; Cloudloop also writes large numbers as texts. */
const count = (max: number) =>
  z
    .union([
      z.int(),
      z
        .string()
        .regex(/^\d{1,10}$/)
        .transform(Number),
    ])
    .pipe(z.int().min(0).max(max));
const digits = z.union([z.int(), z.string()]).transform(String);
const imei = digits.refine(isImei, { message: 'not an IMEI' });

/** An optional field; an unreadable value counts as missing. */
const ifUnderstood = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

const rockblockSchema = z.object({
  imei,
  momsn: count(0xffff),
  transmit_time: ifUnderstood(z.string().max(40)),
  iridium_session_status: ifUnderstood(count(0xff)),
  data: z
    .string()
    .max(2 * 2 * MAX_MO_PAYLOAD)
    .default(''),
});

const clockSchema = z.object({
  year: z.int().min(2000).max(2100),
  month: z.int().min(1).max(12),
  day: z.int().min(1).max(31),
  hour: z.int().min(0).max(23).default(0),
  minute: z.int().min(0).max(59).default(0),
  second: z.int().min(0).max(60).default(0),
});

const cloudloopSchema = z.object({
  identity: ifUnderstood(z.object({ thingId: ifUnderstood(z.string().regex(/^\w{1,64}$/)) })),
  sbd: z.object({
    imei,
    cdrReference: ifUnderstood(count(0xffff_ffff)),
    momsn: count(0xffff),
    sessionAt: ifUnderstood(clockSchema),
    status: ifUnderstood(z.string().max(64)),
  }),
  message: z
    .base64()
    .max(2 * MAX_MO_PAYLOAD)
    .nullish(),
});

type ReceivedSession = Omit<SatelliteSession, 'sender'>;

function checkBody<Schema extends z.ZodType>(schema: Schema, body: unknown): Decoded<z.output<Schema>> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return succeed(parsed.data);
  const issue = parsed.error.issues[0];
  return reject('field', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unknown'}`.slice(0, 200));
}

/** Parses "26-06-27 01:02:03", and the form with century, T and Z that other products of the provider use. */
function readTransmitTime(text: string | undefined): number | null {
  if (text === undefined) return null;
  const at = parseUtc(/^\d{2}-/.test(text) ? `20${text}` : text);
  return at.ok ? at.value : null;
}

/** The provider's documentation has spaces in its hexadecimal example, so they are accepted. */
export function readRockblockBody(body: unknown): Decoded<ReceivedSession> {
  const said = checkBody(rockblockSchema, body);
  if (!said.ok) return said;
  const payload = parseHex(said.value.data.replaceAll(/\s/g, ''));
  if (!payload.ok) return payload;
  return succeed({
    imei: said.value.imei,
    momsn: said.value.momsn,
    cdr: null,
    status: said.value.iridium_session_status ?? null,
    payload: payload.value.length > 0 ? payload.value : null,
    sessionAt: readTransmitTime(said.value.transmit_time),
    topic: 'rockblock',
  });
}

function readClock(clock: z.output<typeof clockSchema> | undefined): number | null {
  return clock ? Date.UTC(clock.year, clock.month - 1, clock.day, clock.hour, clock.minute, clock.second) : null;
}

export interface CloudloopMessage {
  readonly session: ReceivedSession;
  /** Cloudloop's name of the device, needed to send messages to it. */
  readonly thingId: string | null;
}

/** The documentation lists only one session status; with any other the payload's checksum decides. */
export function readCloudloopBody(body: unknown): Decoded<CloudloopMessage> {
  const said = checkBody(cloudloopSchema, body);
  if (!said.ok) return said;
  const { sbd, identity, message } = said.value;
  const payload = new Uint8Array(Buffer.from(message ?? '', 'base64'));
  const session = {
    imei: sbd.imei,
    momsn: sbd.momsn,
    cdr: sbd.cdrReference ?? null,
    status: sbd.status === 'SESSION_STATUS_OK' ? 0 : null,
    payload: payload.length > 0 ? payload : null,
    sessionAt: readClock(sbd.sessionAt),
    topic: 'cloudloop' as const,
  };
  return succeed({ session, thingId: identity?.thingId ?? null });
}
