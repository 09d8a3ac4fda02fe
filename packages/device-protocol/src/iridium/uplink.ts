import { succeed } from '@waymark/domain/result';
import { reject, type Decoded } from '../decode-failure.ts';
import { ACKNOWLEDGEMENT, ERROR, INFO, type AckBody, type ErrorBody, type InfoBody } from './device-report.ts';
import { decodeEnvelope, encodeEnvelope, type Envelope } from './envelope.ts';
import { HEARTBEAT, type HeartbeatBody } from './heartbeat.ts';
import { choosePassageType, decodePassageBody, encodePassageBody, PASSAGE_TYPE, type PassageBody } from './passage.ts';
import {
  decodeSettingsResponseBody,
  encodeSettingsResponseBody,
  type SettingsResponseBody,
} from './settings-response.ts';

// All messages of a satellite device. Its uid follows from the IMEI of the session.

interface Head {
  /** Message counter of the device, wraps at 65,536. */
  readonly seq: number;
  /** UTC milliseconds; whole seconds except for passages. */
  readonly t: number;
}

export type IridiumUplink =
  | (Head & { readonly kind: 'heartbeat' } & HeartbeatBody)
  | (Head & { readonly kind: 'passage' } & Omit<PassageBody, 'ms'>)
  | (Head & { readonly kind: 'settings' } & SettingsResponseBody)
  | (Head & { readonly kind: 'info' } & InfoBody)
  | (Head & { readonly kind: 'ack' } & AckBody)
  | (Head & { readonly kind: 'error' } & ErrorBody);

const TYPE = { heartbeat: 0x01, settings: 0x04, info: 0x05, ack: 0x06, error: 0x08 } as const;

function encodeBody(message: IridiumUplink): Pick<Envelope, 'type' | 'body'> {
  switch (message.kind) {
    case 'heartbeat':
      return { type: TYPE.heartbeat, body: HEARTBEAT.encode(message) };
    case 'passage': {
      const passage = { ...message, ms: message.t % 1000 };
      return { type: choosePassageType(passage), body: encodePassageBody(passage) };
    }
    case 'settings':
      return { type: TYPE.settings, body: encodeSettingsResponseBody(message) };
    case 'info':
      return { type: TYPE.info, body: INFO.encode(message) };
    case 'ack':
      return { type: TYPE.ack, body: ACKNOWLEDGEMENT.encode(message) };
    case 'error':
      return { type: TYPE.error, body: ERROR.encode(message) };
  }
}

export function encodeIridiumUplink(message: IridiumUplink): Uint8Array {
  return encodeEnvelope({ seq: message.seq, timeS: Math.floor(message.t / 1000), ...encodeBody(message) });
}

function attach<Kind extends string, Body extends object>(kind: Kind, { seq, timeS }: Envelope, body: Decoded<Body>) {
  return body.ok ? succeed({ kind, seq, t: timeS * 1000, ...body.value }) : body;
}

export function decodeIridiumUplink(bytes: Uint8Array): Decoded<IridiumUplink> {
  const decoded = decodeEnvelope(bytes);
  if (!decoded.ok) return decoded;
  const envelope = decoded.value;
  switch (envelope.type) {
    case TYPE.heartbeat:
      return attach('heartbeat', envelope, HEARTBEAT.decode(envelope.body, 'heartbeat'));
    case PASSAGE_TYPE.detection:
    case PASSAGE_TYPE.signal:
    case PASSAGE_TYPE.offlineSignal: {
      const passage = decodePassageBody(envelope.type, envelope.body);
      if (!passage.ok) return passage;
      const { ms, ...body } = passage.value;
      return succeed({ kind: 'passage', seq: envelope.seq, t: envelope.timeS * 1000 + ms, ...body });
    }
    case TYPE.settings:
      return attach('settings', envelope, decodeSettingsResponseBody(envelope.body));
    case TYPE.info:
      return attach('info', envelope, INFO.decode(envelope.body, 'device info'));
    case TYPE.ack:
      return attach('ack', envelope, ACKNOWLEDGEMENT.decode(envelope.body, 'acknowledgement'));
    case TYPE.error:
      return attach('error', envelope, ERROR.decode(envelope.body, 'error'));
    default:
      return reject('type', `0x${envelope.type.toString(16)}`);
  }
}
