import { connect } from 'node:net';
import { decodeMtConfirmation, describeRefusal } from '@waymark/device-protocol/directip/confirmation';
import { decodeElements, ELEMENT, encodeElements } from '@waymark/device-protocol/directip/elements';
import { DISPOSITION, encodeMobileTerminated } from '@waymark/device-protocol/directip/mobile-terminated';
import { succeed, type Result } from '@waymark/domain/result';
import { refuseMt, type MobileTerminatedOrder, type MtOutcome, type SendMobileTerminated } from './mt-outcome.ts';
import { readMessage } from './read-message.ts';

export interface DirectIpPeer {
  readonly host: string;
  readonly port: number;
  readonly timeoutMs: number;
}

/**
 * Refusals caused by the message or the device's subscription; all others may be temporary, or an operator can fix
 * them.
 */
const FINAL = new Set([
  'bad-imei',
  'unknown-imei',
  'payload-too-long',
  'payload-missing',
  'protocol-error',
  'ring-alerts-disabled',
  'mtmsn-out-of-range',
]);

/** Adds the payload here: its length limit is a setting of the sender, while the codec knows only the usual limit. */
function encodeOrder(order: MobileTerminatedOrder): Result<Uint8Array, string> {
  const { clientMessageId, imei, payload } = order;
  const disposition = (order.flush ? DISPOSITION.flushQueue : 0) | (order.ringAlert ? DISPOSITION.sendRingAlert : 0);
  const header = encodeMobileTerminated({ clientMessageId, imei, disposition, payload: null, priority: null });
  if (!header.ok) return header;
  const elements = decodeElements(header.value);
  return succeed(encodeElements([...(elements.ok ? elements.value : []), [ELEMENT.mtPayload, payload]]));
}

function readConfirmation(bytes: Uint8Array, order: MobileTerminatedOrder): MtOutcome {
  const confirmation = decodeMtConfirmation(bytes);
  if (!confirmation.ok)
    return refuseMt('gateway-answer', `${confirmation.failure.reason}: ${confirmation.failure.detail}`);
  const { clientMessageId, status, autoId } = confirmation.value;
  if (clientMessageId !== order.clientMessageId) return refuseMt('gateway-answer', 'it confirmed another message');
  const refusal = describeRefusal(status);
  if (refusal !== null) return refuseMt(refusal, `status ${status}`, FINAL.has(refusal));
  return { ok: true, status, autoId: String(autoId) };
}

/** Sends messages to an Iridium gateway: one connection per message, closed after the confirmation. */
export function createDirectIpSender({ host, port, timeoutMs }: DirectIpPeer): SendMobileTerminated {
  return async function sendByDirectIp(order) {
    const bytes = encodeOrder(order);
    if (!bytes.ok) return refuseMt(bytes.failure === 'imei' ? 'bad-imei' : bytes.failure, 'not sent', true);
    const socket = connect({ host, port, noDelay: true });
    let failure = 'it hung up';
    socket.on('error', (error: Error & { code?: string }) => (failure = error.code ?? error.message));
    socket.write(bytes.value);
    try {
      const answer = await readMessage(socket, timeoutMs);
      if (answer.ok) return readConfirmation(answer.value, order);
      const { reason } = answer.failure;
      if (reason === 'timeout') return refuseMt('timeout', `no confirmation within ${timeoutMs} ms`);
      return reason === 'incomplete' ? refuseMt('unreachable', failure) : refuseMt('gateway-answer', reason);
    } finally {
      socket.destroy();
    }
  };
}
