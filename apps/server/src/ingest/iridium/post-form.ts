import { fail, succeed, type Result } from '@waymark/domain/result';

export interface FormAnswer {
  readonly status: number;
  readonly text: string;
}

const MAX_ANSWER = 4096;

/** Reads the start of a provider's answer; the rest is not needed. */
async function readStart(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes as Uint8Array, { stream: true });
    if (text.length >= MAX_ANSWER) break;
  }
  return text.slice(0, MAX_ANSWER);
}

function describeFailure(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown } };
  return typeof cause?.code === 'string' ? cause.code : 'the connection failed';
}

/** Posts a form; the timeout covers the whole exchange. Redirects are not followed: the form contains credentials. */
export async function postForm(
  address: string,
  fields: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<Result<FormAnswer, { readonly code: 'timeout' | 'unreachable'; readonly detail: string }>> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
      signal,
    });
    return succeed({ status: response.status, text: await readStart(response) });
  } catch (error) {
    if (signal.aborted) return fail({ code: 'timeout', detail: `no answer within ${timeoutMs} ms` });
    return fail({ code: 'unreachable', detail: describeFailure(error) });
  }
}
