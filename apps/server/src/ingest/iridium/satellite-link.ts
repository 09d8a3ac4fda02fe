import { COMMANDS } from '@waymark/commands/commands';
import { NOTES } from '@waymark/commands/notes';
import { buildCommandDownlink } from '@waymark/device-protocol/iridium/command-downlink';
import { encodeIridiumDownlink } from '@waymark/device-protocol/iridium/downlink';
import type { Command as DeviceCommand } from '@waymark/device-protocol/mqtt/command';
import { fail, succeed, type Result } from '@waymark/domain/result';
import type { SatelliteLink, SatelliteMessage } from '../../features/commands/commands.api.ts';
import { refuseMt, type MtOutcome, type MtRefusal, type SendMobileTerminated } from './mt-outcome.ts';

/** The delivery's link to satellite devices: commands as bytes, and the gateway's answers in words. */
export function createSatelliteLink(sendMessage: SendMobileTerminated): SatelliteLink {
  const send = async (message: SatelliteMessage): Promise<MtOutcome> => {
    const payload = encodeCommand(message);
    if (!payload.ok) return refuseMt('not-a-message', payload.failure, true);
    const { imei, command } = message;
    return sendMessage({ imei, payload: payload.value, clientMessageId: command.id, ringAlert: true, flush: false });
  };
  return {
    async send(message) {
      const outcome = await send(message);
      return outcome.ok
        ? { isAccepted: true, isFinal: false, note: describeHandOver(outcome) }
        : { isAccepted: false, isFinal: outcome.isFinal, note: describeRefusal(outcome) };
    },
  };
}

const LAST_SEQ = 0xffff;

/** Encodes the command so that only a device with this key accepts it. */
function encodeCommand({ command, key, sentAt }: SatelliteMessage): Result<Uint8Array, string> {
  const { id, type, parameters } = command;
  const params = COMMANDS[type].parameters.safeParse(parameters);
  if (!params.success) return fail('its parameters are not valid');
  const sent = { id, type, params: params.data, exp: null } as DeviceCommand;
  const built = buildCommandDownlink(sent, id & LAST_SEQ, sentAt);
  return built.ok ? succeed(encodeIridiumDownlink(built.value, key)) : fail(built.failure);
}

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });
const SUFFIXES: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };

function formatOrdinal(number: number): string {
  return `${number}${SUFFIXES[ORDINALS.select(number)] ?? 'th'}`;
}

/** Some gateways report the place in the device's queue. */
function describeHandOver({ status }: Extract<MtOutcome, { readonly ok: true }>): string {
  return status === null || status === 0
    ? NOTES.gatewayHasIt
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

function describeRefusal({ code, detail }: MtRefusal): string {
  const reason = REASONS.get(code);
  return `The gateway has not taken it: ${reason ?? code} (${detail}).`;
}
