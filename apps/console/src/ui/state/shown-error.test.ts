import { describe, expect, it } from 'vitest';
import { toShownError } from './shown-error.ts';

describe('an error as it is shown', () => {
  it('takes the message of an Error', () => {
    expect(toShownError(new Error('The server did not answer.'))).toEqual({ message: 'The server did not answer.' });
  });

  it('keeps the log id that a server problem carries', () => {
    const problem = Object.assign(new Error('Already taken.'), { logId: 4711 });
    expect(toShownError(problem)).toEqual({ message: 'Already taken.', logId: 4711 });
  });

  it.each([undefined, null, 7, '', {}, new Error('')])('has words even for %j', (thrown) => {
    expect(toShownError(thrown)).toEqual({ message: 'Something went wrong.' });
  });

  it('ignores a log id that is no number or text', () => {
    expect(toShownError({ message: 'No', logId: { id: 1 } })).toEqual({ message: 'No' });
  });
});
