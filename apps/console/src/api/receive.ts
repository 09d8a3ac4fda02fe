import { toPath, type CallParts } from '@waymark/client/to-path';
import { ApiError, readApiError } from './api-error.ts';
import { describeNoAnswer, makeRequest } from './send.ts';

/** Timeout between two chunks of a long response; its total time is not limited. */
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

/** The file name from the server; empty if there is none. */
export function readFileName(disposition: string | null): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '') ?? [];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  const [, quoted, bare] = /filename=(?:"([^"]*)"|([^;]+))/i.exec(disposition ?? '') ?? [];
  return (quoted ?? bare ?? '').trim();
}

/** Receives a long response in chunks, as a file with the name that the server gives; complete or not at all. */
export async function receive(
  address: string,
  parts: CallParts,
  { token, signal, onPiece }: Receiving & { readonly token: string },
): Promise<File> {
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
    const response = await fetch(toPath(path, parts), {
      ...makeRequest(method, parts, token),
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (!response.ok) throw await readApiError(response);
    await readPieces(response, takePiece);
    const { headers } = response;
    return new File(pieces, readFileName(headers.get('content-disposition')), {
      type: headers.get('content-type') ?? '',
    });
  } catch (error) {
    if (error instanceof ApiError || signal.aborted) throw error;
    throw describeNoAnswer(error, silence.signal.aborted);
  } finally {
    clearTimeout(timer);
  }
}

export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/** Receives bytes of a file; the server answers only the range, or refuses. */
export async function receiveRange(
  address: string,
  parts: CallParts,
  { token, signal, offset, length }: ByteRange & { readonly token: string; readonly signal: AbortSignal | undefined },
): Promise<ArrayBuffer> {
  const [method = 'GET', path = ''] = address.split(' ');
  const silence = AbortSignal.timeout(SILENCE_MS);
  const request = makeRequest(method, parts, token);
  try {
    const response = await fetch(toPath(path, parts), {
      ...request,
      headers: { ...Object.fromEntries(new Headers(request.headers)), range: `bytes=${offset}-${offset + length - 1}` },
      signal: signal ? AbortSignal.any([signal, silence]) : silence,
    });
    if (response.status !== 206) throw await readApiError(response);
    return await response.arrayBuffer();
  } catch (error) {
    if (error instanceof ApiError || signal?.aborted) throw error;
    throw describeNoAnswer(error, silence.aborted);
  }
}
