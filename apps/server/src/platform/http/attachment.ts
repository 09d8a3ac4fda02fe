import type { Log } from '../log.ts';
import type { SignedInCall } from './call.ts';

// Files that are answered while they are written.

/** In a name with other characters than those of ASCII these stand twice: as "_" for programs that know no better. */
function describeName(name: string): string {
  const plain = `attachment; filename="${name.replaceAll(/[^ -~]|["\\]/gu, '_')}"`;
  if (/^[ !#-[\]-~]*$/.test(name)) return plain;
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${plain}; filename*=UTF-8''${encoded}`;
}

/** A file that has begun can only break off: its caller gets no answer that says why. */
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
    log.warn({ err: error, requestId: call.requestId, file: name }, 'an export broke off'),
  );
}
