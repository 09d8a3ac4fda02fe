import { formatHex } from '@waymark/device-protocol/bytes/hex';
import { refuseMt, type MtOutcome, type SendMobileTerminated } from './mt-outcome.ts';
import { postForm, type FormAnswer } from './post-form.ts';

export interface RockblockAccount {
  readonly address: string;
  readonly username: string;
  readonly password: string;
  readonly timeoutMs: number;
}

/** The provider's error codes; final when the message or the device is the cause, not the account. */
const REFUSALS = new Map<string, readonly [code: string, isFinal: boolean]>([
  ['10', ['login-refused', false]],
  ['11', ['unknown-imei', true]],
  ['12', ['no-line-rental', false]],
  ['13', ['no-credit', false]],
  ['14', ['payload-not-hex', true]],
  ['15', ['payload-too-long', true]],
  ['16', ['payload-missing', true]],
  ['99', ['provider-error', false]],
]);

/** "OK,<id>" or "FAILED,<code>,<text>". */
function readAnswer({ status, text }: FormAnswer): MtOutcome {
  const [word, second = '', ...rest] = text.trim().split(',');
  if (word === 'OK' && status === 200) return { ok: true, status: null, ...(second !== '' && { autoId: second }) };
  if (word !== 'FAILED') return refuseMt('provider-answer', `HTTP ${status}`);
  const [code, isFinal] = REFUSALS.get(second) ?? ['provider-error', false];
  return refuseMt(code, `${second} ${rest.join(',')}`.trim(), isFinal);
}

/** Sends messages through RockBLOCK. Credentials are in the body, so that no log of URLs contains them. */
export function createRockblockSender({
  address,
  username,
  password,
  timeoutMs,
}: RockblockAccount): SendMobileTerminated {
  return async function sendByRockblock({ imei, payload, flush }) {
    const fields = { imei, username, password, data: formatHex(payload), ...(flush && { flush: 'yes' }) };
    const answer = await postForm(address, fields, timeoutMs);
    return answer.ok ? readAnswer(answer.value) : refuseMt(answer.failure.code, answer.failure.detail);
  };
}
