import { formatHex } from '@waymark/device-protocol/bytes/hex';
import { z } from 'zod';
import { refuseMt, type MtOutcome, type SendMobileTerminated } from './mt-outcome.ts';
import { postForm, type FormAnswer } from './post-form.ts';

export interface CloudloopAccount {
  readonly address: string;
  readonly token: string;
  /** Cloudloop has its own device names, which its messages contain; null: no message has arrived yet. */
  readonly findThing: (imei: string) => Promise<string | null>;
  readonly timeoutMs: number;
}

const answerSchema = z.object({ id: z.string().max(100).optional(), error: z.string().optional() });

function parseAnswer(text: string): z.output<typeof answerSchema> | null {
  try {
    return answerSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** A refusal may have status 200: then the answer contains an error. */
function readAnswer({ status, text }: FormAnswer): MtOutcome {
  const answer = parseAnswer(text);
  if (status === 401 || status === 403) return refuseMt('login-refused', `HTTP ${status}`);
  if (answer?.error !== undefined) return refuseMt('provider-error', answer.error);
  if (status !== 200 || answer === null) return refuseMt('provider-answer', `HTTP ${status}`);
  return { ok: true, status: null, ...(answer.id !== undefined && { autoId: answer.id }) };
}

/** Sends messages through Cloudloop, which accepts only device and payload. */
export function createCloudloopSender({
  address,
  token,
  findThing,
  timeoutMs,
}: CloudloopAccount): SendMobileTerminated {
  return async function sendByCloudloop({ imei, payload }) {
    const thing = await findThing(imei).catch(() => null);
    if (thing === null) return refuseMt('unknown-thing', 'no message of this device has come through Cloudloop yet');
    const answer = await postForm(address, { token, thing, message: formatHex(payload) }, timeoutMs);
    return answer.ok ? readAnswer(answer.value) : refuseMt(answer.failure.code, answer.failure.detail);
  };
}
