import { markText, markTexts } from '../language/translate.ts';

// The reasons why the server rejects a message of a device, explained for its owner and its developer.

export type RejectionLink = 'cellular' | 'iridium' | 'bluetooth';

interface RejectionWords {
  /** A short label for tables. */
  readonly label: string;
  /** The fault of the message. */
  readonly why: string;
  /** Advice for the owner or the developer of the device. */
  readonly advice: string;
}

const BYTES_ADVICE = markText('Compare the bytes with the layout of this message in the integration document.');
const CLOCK_ADVICE = markText(
  'Set the clock of the device: it gets the server time whenever it subscribes. Times are UTC in milliseconds.',
);
const GATEWAY_ADVICE = markText(
  'Check the link between the gateway and this server; the gateway can deliver the session again.',
);

export const REJECTIONS = {
  topic: markTexts({
    label: 'Unknown topic',
    why: 'The topic is not part of this protocol version.',
    advice:
      'Check the topic: agm/v1/{uid}/up/{name}. A firmware newer than this server may use names it does not know.',
  }),
  'not-utf8': markTexts({
    label: 'Not UTF-8',
    why: 'The payload must be JSON text, and its bytes are not UTF-8.',
    advice: 'Send the JSON text as UTF-8. Check that no binary data is sent to this topic.',
  }),
  'not-json': markTexts({
    label: 'Not JSON',
    why: 'The payload must be JSON text, and it cannot be parsed.',
    advice: 'Check for a truncated text, trailing commas, single quotes, NaN or bytes after the last bracket.',
  }),
  field: markTexts({
    label: 'Wrong field',
    why: 'A field is missing, has another type, or is outside its range.',
    advice: 'The detail names the field. Compare it with the table of this message in the integration document.',
  }),
  length: markTexts({
    label: 'Wrong length',
    why: 'The message is longer or shorter than its layout.',
    advice: BYTES_ADVICE,
  }),
  version: markTexts({
    label: 'Unknown version',
    why: 'The version or revision byte is not one that this server reads.',
    advice: BYTES_ADVICE,
  }),
  type: markTexts({
    label: 'Unknown type',
    why: 'The type byte names a message that this server does not know.',
    advice:
      'Compare the bytes with the layout of this message in the integration document. A firmware newer than this server may use types it does not know.',
  }),
  element: markTexts({
    label: 'Wrong element',
    why: 'An element of the DirectIP message is missing, doubled or has another length.',
    advice: BYTES_ADVICE,
  }),
  checksum: markTexts({
    label: 'Wrong checksum',
    why: 'The CRC at the end does not match the bytes before it.',
    advice: 'Check the polynomial, the start value, the byte order and which bytes the CRC covers.',
  }),
  mac: markTexts({
    label: 'Wrong signature',
    why: 'The HMAC at the end does not match the message.',
    advice: 'Check that the device uses the message key of its present credential.',
  }),
  'not-text': markTexts({
    label: 'Not storable text',
    why: 'A text has a zero character or half of a surrogate pair.',
    advice: 'Send texts without zero characters; cut them between characters, never inside one.',
  }),
  incomplete: markTexts({
    label: 'Incomplete',
    why: 'The gateway ended the connection before the whole message was here.',
    advice: GATEWAY_ADVICE,
  }),
  timeout: markTexts({
    label: 'Timed out',
    why: 'The message did not arrive whole within 10 s.',
    advice: GATEWAY_ADVICE,
  }),
  future: markTexts({
    label: 'Clock ahead',
    why: 'The time of the message is more than 10 minutes ahead of its arrival.',
    advice: CLOCK_ADVICE,
  }),
  'clock-not-set': markTexts({
    label: 'Clock not set',
    why: 'The time of the message is before 2015: the clock of the device was never set.',
    advice: CLOCK_ADVICE,
  }),
  'too-old': markTexts({
    label: 'Too old',
    why: 'The time of the message is older than this server keeps such records.',
    advice:
      'Set the clock of the device: it gets the server time whenever it subscribes. Times are UTC in milliseconds. If the time is right, the record is too old to be stored.',
  }),
  'unknown-device': markTexts({
    label: 'Unknown device',
    why: 'No device has this UID.',
    advice: 'Add the device, or correct the UID in the topic.',
  }),
  'unknown-imei': markTexts({
    label: 'Unknown IMEI',
    why: 'No device has this IMEI.',
    advice: 'Enter the IMEI at its device, or remove the modem from the account at the gateway.',
  }),
  'session-status': markTexts({
    label: 'Session failed',
    why: 'The satellite gateway says that the session did not end well, so its bytes cannot be trusted.',
    advice: 'The device sends again by itself. Check the antenna and the view of the sky if it happens often.',
  }),
  signature: markTexts({
    label: 'Not signed',
    why: 'The delivery is not signed by RockBLOCK, or the signature belongs to another body.',
    advice: 'Check WAYMARK_ROCKBLOCK_PUBLIC_KEY, and who else knows the address of the webhook.',
  }),
  'too-many': markTexts({
    label: 'Too many messages',
    why: 'The device sent more messages than a device may send.',
    advice: 'Send less often, and wait longer before a message is sent again.',
  }),
  'foreign-topic': markTexts({
    label: 'Not its topic',
    why: 'The client published to a topic that is not its own, and its connection was ended.',
    advice: 'Publish only below agm/v1/{uid}/up/, with the UID of the credential.',
  }),
  'foreign-subscription': markTexts({
    label: 'Not its subscription',
    why: 'The client subscribed to a topic that is not its own, and gets nothing from there.',
    advice: 'Subscribe to agm/v1/{uid}/dn/#, with the UID of the credential.',
  }),
  'too-large': markTexts({
    label: 'Packet too large',
    why: 'The MQTT packet has more than 16,384 bytes, and its connection was ended.',
    advice: 'Send smaller messages. If they are small, check the length bytes in front of the packet.',
  }),
  'no-download': markTexts({
    label: 'No such download',
    why: 'The packet belongs to no download of this device.',
    advice: 'Send only what a download command asked for, with the id of that command.',
  }),
  'download-size': markTexts({
    label: 'Packet count changed',
    why: 'The packet names another number of packets than the packets before it.',
    advice: 'Count the packets once, before the first is sent; keep the number until the download ends.',
  }),
  'not-storable': markTexts({
    label: 'Not storable',
    why: 'The message is valid, but the database cannot hold one of its values.',
    advice: 'Tell the operator of this server: the error log has the reason. Check the message for extreme numbers.',
  }),
} as const satisfies Readonly<Record<string, RejectionWords>>;

export type RejectionReason = keyof typeof REJECTIONS;

export const REJECTION_REASONS = Object.keys(REJECTIONS) as [RejectionReason, ...RejectionReason[]];

export const REJECTION_LINKS: Readonly<Record<RejectionLink, string>> = markTexts({
  cellular: 'MQTT / cellular',
  iridium: 'Iridium',
  bluetooth: 'Bluetooth relay',
});

const OTHER: RejectionWords = markTexts({
  label: 'Other',
  why: 'This version has no words for the reason.',
  advice: 'Compare the bytes with the integration document.',
});

/** The database may contain reasons of another server version. */
export function describeRejection(reason: string): RejectionWords {
  return Object.hasOwn(REJECTIONS, reason) ? REJECTIONS[reason as RejectionReason] : { ...OTHER, label: reason };
}
