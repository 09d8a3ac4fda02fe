import { once } from 'node:events';
import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { toInternationalPhone } from '@waymark/domain/account/phone';
import { DeliveryRefused } from '../mail/mail.ts';

const KEPT_OF_ANSWER = 4096;
/** Client errors that allow a retry: 401 is a matter of settings, 429 asks us to slow down. */
const NOT_FINAL: ReadonlySet<number> = new Set([401, 429]);

/** An HTTP gateway for text messages that accepts forms like Twilio. */
export interface TextGatewayConfig {
  readonly url: string;
  readonly account: string;
  readonly token: string;
  /** The gateway's name or number for us as the sender. */
  readonly from: string;
  /** Prefix for numbers without a country code. */
  readonly countryCode: string;
}

/** The gateway may have accepted the message, so it must not be sent again automatically. */
export class OutcomeUnknown extends Error {}

async function readStart(answer: IncomingMessage): Promise<string> {
  let text = '';
  answer.setEncoding('utf8');
  for await (const chunk of answer as AsyncIterable<string>) {
    text += chunk;
    if (text.length >= KEPT_OF_ANSWER) break;
  }
  return text.slice(0, KEPT_OF_ANSWER);
}

/** The gateway's own explanation, if it gives one in JSON. */
function readReason(text: string): string {
  try {
    const { code, message } = JSON.parse(text) as { code?: unknown; message?: unknown };
    const words = [code, message].filter((part) => typeof part === 'string' || typeof part === 'number');
    return words.length === 0 ? '' : `: ${words.join(' ')}`;
  } catch {
    return '';
  }
}

async function judgeAnswer(answer: IncomingMessage): Promise<void> {
  const status = answer.statusCode ?? 0;
  if (status >= 200 && status < 300) {
    answer.on('error', () => undefined).resume();
    return;
  }
  const reason = readReason(await readStart(answer).catch(() => ''));
  const failure = `the gateway answered ${status}${reason}`;
  const isFinal = status >= 400 && status < 500 && !NOT_FINAL.has(status);
  throw isFinal ? new DeliveryRefused(failure) : new Error(failure);
}

/** Rejects with `OutcomeUnknown` when the gateway may have read the request. */
async function exchange(
  request: ClientRequest,
  body: string,
  connected: 'connect' | 'secureConnect',
): Promise<IncomingMessage> {
  let isReached = false;
  request.on('socket', (socket) => socket.once(connected, () => (isReached = true)));
  request.end(body);
  try {
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    return answer;
  } catch (error) {
    if (!isReached) throw error;
    throw new OutcomeUnknown(`no answer of the gateway: ${String(error)}`, { cause: error });
  }
}

export interface TextGateway {
  /** `to`: digits. */
  send(message: { readonly to: string; readonly text: string }, signal: AbortSignal): Promise<void>;
}

export function createTextGateway(config: TextGatewayConfig): TextGateway {
  const isSecure = config.url.startsWith('https:');
  const open = isSecure ? requestHttps : requestHttp;
  return {
    async send({ to, text }, signal) {
      const fields = { To: toInternationalPhone(to, config.countryCode), From: config.from, Body: text };
      const body = new URLSearchParams(fields).toString();
      const request = open(config.url, {
        method: 'POST',
        // Uses a new connection: a kept-alive one may close just as it is used.
        agent: false,
        signal,
        auth: `${config.account}:${config.token}`,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': Buffer.byteLength(body),
          accept: 'application/json',
        },
      });
      request.on('error', () => undefined); // a late error after the answer
      await judgeAnswer(await exchange(request, body, isSecure ? 'secureConnect' : 'connect'));
    },
  };
}
