import { describe, expect, it } from 'vitest';
import { DatabaseAwayError } from './database/query-limit.ts';
import { describeFailure } from './log.ts';

describe('describeFailure', () => {
  it('describeFailure has the stack of an error and drops the fields that a library attaches to it', () => {
    const fault = Object.assign(new Error('broken'), { connection: { password: 'secret' } });
    expect(describeFailure(fault)).toEqual({ name: 'Error', message: 'broken', stack: fault.stack });
  });

  it('[W-191] describeFailure has no stack for a lost connection to the database', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
    const stopping = Object.assign(new Error('terminating connection'), { code: '57P01' });
    const broken = Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' });
    const described = [refused, stopping, broken, new DatabaseAwayError()].map(describeFailure);
    expect(described).toEqual([
      { name: 'Error', message: 'connect ECONNREFUSED', code: 'ECONNREFUSED' },
      { name: 'Error', message: 'terminating connection', code: '57P01' },
      { name: 'Error', message: 'write EPIPE', code: 'EPIPE' },
      { name: 'DatabaseAwayError', message: 'the database is away' },
    ]);
  });

  it('describeFailure includes the cause of an error', () => {
    const fault = new Error('the mail failed', { cause: new DatabaseAwayError() });
    expect(describeFailure(fault)).toMatchObject({
      message: 'the mail failed',
      cause: { name: 'DatabaseAwayError', message: 'the database is away' },
    });
  });
});
