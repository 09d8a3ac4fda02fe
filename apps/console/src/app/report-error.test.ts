import { describe, expect, it } from 'vitest';
import { describeError } from './report-error.ts';

describe('the report of a failure', () => {
  it('a report has message, stack and location', () => {
    const error = new Error('Cannot read it');
    expect(describeError(error, '/users')).toEqual({
      message: 'Cannot read it',
      stack: error.stack,
      location: '/users',
    });
  });

  it("a report is cut to the server's limits", () => {
    const error = new Error('m'.repeat(3000));
    error.stack = 's'.repeat(30_000);
    const { message, stack, location } = describeError(error, `/${'l'.repeat(3000)}`);
    expect([message.length, stack?.length, location.length]).toEqual([2000, 20_000, 2000]);
  });

  it.each([
    ['text', 'text'],
    [null, 'null'],
    ['', 'Error'],
  ])('a report has a message even for %j', (thrown, message) => {
    expect(describeError(thrown, '/')).toEqual({ message, location: '/' });
  });
});
