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

/** Why bytes from outside are no message: the reason to count, the detail for whoever reads the rejected message. */
export interface DecodeFailure {
  readonly reason: DecodeReason;
  readonly detail: string;
}

export type Decoded<Value> = Result<Value, DecodeFailure>;

export function reject(reason: DecodeReason, detail: string): Decoded<never> {
  return fail({ reason, detail });
}
