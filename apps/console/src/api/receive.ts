import { ApiError, readApiError } from './api-error.ts';
import { describeNoAnswer, makeHeaders, toUrl, type CallParts } from './send.ts';

/** A long answer may take its time, but not fall silent for longer than this. */
const SILENCE_MS = 30_000;

export interface Receiving {
  readonly signal: AbortSignal;
  readonly onPiece: (piece: Uint8Array) => void;
}

async function readPieces(response: Response, takePiece: (piece: Uint8Array<ArrayBuffer>) => void): Promise<void> {
  const reader = response.body?.getReader();
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {};
    if (done || !value) return;
    takePiece(value);
  }
}

/** A long answer piece by piece; whole or not at all. */
export async function receive(
  address: string,
  parts: CallParts,
  { token, signal, onPiece }: Receiving & { readonly token: string },
): Promise<Blob> {
  const [method = 'GET', path = ''] = address.split(' ');
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const takePiece = (piece: Uint8Array<ArrayBuffer>) => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE_MS);
    pieces.push(piece);
    onPiece(piece);
  };
  try {
    const response = await fetch(toUrl(path, parts), { method, headers: makeHeaders(token), signal: AbortSignal.any([signal, silence.signal]) });
    if (!response.ok) throw await readApiError(response);
    await readPieces(response, takePiece);
    return new Blob(pieces, { type: response.headers.get('content-type') ?? '' });
  } catch (error) {
    if (error instanceof ApiError || signal.aborted) throw error;
    throw describeNoAnswer(error, silence.signal.aborted);
  } finally {
    clearTimeout(timer);
  }
}
