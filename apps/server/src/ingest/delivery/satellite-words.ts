import type { MtOutcome, MtRefusal } from '../iridium/mt-outcome.ts';

// Describes the gateway's answers to users.

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });
const SUFFIXES: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };

function formatOrdinal(number: number): string {
  return `${number}${SUFFIXES[ORDINALS.select(number)] ?? 'th'}`;
}

/** Some gateways report the place in the device's queue. */
export function describeHandOver({ status }: Extract<MtOutcome, { readonly ok: true }>): string {
  return status === null || status === 0
    ? 'The gateway has it.'
    : `The gateway has it, ${formatOrdinal(status)} in its queue.`;
}

const REASONS = new Map([
  ['bad-imei', 'the IMEI of the device is not valid'],
  ['unknown-imei', 'it does not know the IMEI of the device'],
  ['payload-too-long', 'the message is too long'],
  ['payload-missing', 'the message is empty'],
  ['queue-full', 'its queue for the device is full'],
  ['gateway-resources', 'it is overloaded'],
  ['ring-alerts-disabled', 'ring alerts are off for the device'],
  ['not-attached', 'the device is not attached'],
  ['source-refused', 'it does not take messages from this server'],
  ['login-refused', 'it does not accept the sign-in of this server'],
  ['no-line-rental', 'the device has no line rental'],
  ['no-credit', 'the account has no credit'],
  ['unknown-thing', 'it has not yet said how it calls the device'],
  ['timeout', 'it did not answer in time'],
  ['unreachable', 'it cannot be reached'],
]);

export function describeRefusal({ code, detail }: MtRefusal): string {
  const reason = REASONS.get(code);
  return `The gateway has not taken it: ${reason ?? code} (${detail}).`;
}
