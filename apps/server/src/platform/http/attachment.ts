import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Log } from '../log.ts';
import type { SignedInCall } from './call.ts';

// Sends files that are still being written.

const PARTS_A_TURN = 500;

/** A name with non-ASCII characters is sent twice: encoded, and with "_" for programs that cannot decode it. */
function describeName(name: string): string {
  const plain = `attachment; filename="${name.replaceAll(/[^ -~]|["\\]/gu, '_')}"`;
  if (/^[ !#-[\]-~]*$/.test(name)) return plain;
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${plain}; filename*=UTF-8''${encoded}`;
}

/** A started file can only break off, without an explanation for its caller; so the failure is reported to the log. */
export async function* reportFailure<Part>(
  parts: AsyncIterable<Part>,
  report: (error: unknown) => void,
): AsyncIterable<Part> {
  try {
    yield* parts;
  } catch (error) {
    report(error);
    throw error;
  }
}

export function sendAttachment<Part>(
  call: SignedInCall,
  log: Log,
  name: string,
  parts: AsyncIterable<Part>,
): AsyncIterable<Part> {
  call.setHeader('content-disposition', describeName(name));
  return reportFailure(parts, (error) =>
    log.warn(
      { err: error, requestId: call.requestId, file: name },
      'writing an export failed; the caller got an incomplete file',
    ),
  );
}

/** Parts that are computed one by one: the server does other work between two of them. */
export async function* inTurns<Part>(parts: Iterable<Part>): AsyncGenerator<Part, void, undefined> {
  let count = 0;
  for (const part of parts) {
    yield part;
    count += 1;
    if (count % PARTS_A_TURN === 0) await nextTurn();
  }
}
