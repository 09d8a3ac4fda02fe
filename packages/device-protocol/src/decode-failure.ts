import { fail, type Result } from '@waymark/domain/result';

export type DecodeReason =
  | 'checksum'
  | 'element'
  | 'field'
  | 'length'
  | 'mac'
  | 'not-json'
  | 'not-text'
  | 'not-utf8'
  | 'topic'
  | 'type'
  | 'version';

/**
 * The fault of bytes that are not a message: the reason for statistics, the detail for the reader of the rejected
 * message.
 */
export interface DecodeFailure {
  readonly reason: DecodeReason;
  readonly detail: string;
}

export type Decoded<Value> = Result<Value, DecodeFailure>;

export function reject(reason: DecodeReason, detail: string): Decoded<never> {
  return fail({ reason, detail });
}
