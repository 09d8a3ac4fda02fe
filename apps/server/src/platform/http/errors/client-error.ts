import type { Socket } from 'node:net';
import { problems, type ProblemCode } from '@waymark/contract/problems/index';
import type { ErrorLog } from './error-log.ts';
import type { Refusals } from '../limits/refusals.ts';

const CODE_OF_PARSER_ERROR: Readonly<Record<string, ProblemCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
  HPE_HEADER_OVERFLOW: 'address-too-long',
};
const REASON: Readonly<Record<number, string>> = { 400: 'Bad Request', 408: 'Request Timeout', 414: 'URI Too Long' };

interface ClientErrorParts {
  readonly errorLog: ErrorLog;
  readonly refusals: Refusals;
  /** Counts the request toward the limit of its address. */
  readonly isTooMany: (address: string) => boolean;
}

/**
 * Answers bytes that never became a request (no HTTP, an incomplete request, a head that is too long), with a log id.
 */
export function createClientErrorAnswer(parts: ClientErrorParts, headers: Readonly<Record<string, string>>) {
  const common = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  return function answerClientError(error: Error & { code?: string }, socket: Socket): void {
    // No plain answer is possible before the end of a TLS handshake.
    const isOfTls = /^ERR_(?:TLS|SSL)_/.test(error.code ?? '');
    if (isOfTls || error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    if (parts.isTooMany(socket.remoteAddress ?? '')) return void socket.destroy();
    const code = CODE_OF_PARSER_ERROR[error.code ?? ''] ?? 'bad-request';
    const { status } = problems[code];
    void parts.errorLog.issueId().then((logId) => {
      parts.refusals.count({ logId, code, status });
      const body = String(logId);
      socket.end(
        `HTTP/1.1 ${status} ${REASON[status] ?? ''}\r\n${common}content-type: text/plain; charset=utf-8\r\nx-log-id: ${body}\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
      );
    });
  };
}
