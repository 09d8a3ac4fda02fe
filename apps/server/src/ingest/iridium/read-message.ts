import type { Socket } from 'node:net';
import { MAX_MESSAGE_LENGTH, measureMessage } from '@waymark/device-protocol/directip/elements';
import { fail, succeed, type Result } from '@waymark/domain/result';

export interface ReadFailure {
  readonly reason: 'version' | 'length' | 'timeout' | 'incomplete';
  /** The bytes received so far, at most as many as a message may have. */
  readonly received: Uint8Array;
}

/**
 * Reads one DirectIP message from a connection. The timeout covers the whole message, so that sending single bytes does
 * not extend it. Later bytes are not read: the socket stays paused.
 */
export function readMessage(socket: Socket, timeoutMs: number): Promise<Result<Uint8Array, ReadFailure>> {
  return new Promise((resolve) => {
    let received: Uint8Array = new Uint8Array(0);
    const finish = (result: Result<Uint8Array, ReadFailure>) => {
      clearTimeout(timer);
      socket.pause().off('data', collect).off('end', giveUp).off('close', giveUp);
      resolve(result);
    };
    const refuse = (reason: ReadFailure['reason']) =>
      finish(fail({ reason, received: received.subarray(0, MAX_MESSAGE_LENGTH) }));
    const giveUp = () => refuse('incomplete');
    const collect = (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      const length = measureMessage(received);
      if (!length.ok) refuse(length.failure === 'too-long' ? 'length' : 'version');
      else if (length.value !== null && received.length >= length.value)
        finish(succeed(received.subarray(0, length.value)));
    };
    const timer = setTimeout(() => refuse('timeout'), timeoutMs);
    socket.on('data', collect).once('end', giveUp).once('close', giveUp);
  });
}
