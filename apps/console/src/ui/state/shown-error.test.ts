import { describe, expect, it } from 'vitest';
import { toShownError } from './shown-error.ts';

describe('toShownError', () => {
  it('toShownError uses the message of an Error', () => {
    expect(toShownError(new Error('The server did not answer.'))).toEqual({ message: 'The server did not answer.' });
  });

  it('toShownError keeps the log id of a server problem', () => {
    const problem = Object.assign(new Error('Already taken.'), { logId: 4711 });
    expect(toShownError(problem)).toEqual({ message: 'Already taken.', logId: 4711 });
  });

  it.each([undefined, null, 7, '', {}, new Error('')])('toShownError has a message even for %j', (thrown) => {
    expect(toShownError(thrown)).toEqual({ message: 'Something went wrong.' });
  });

  it('toShownError ignores a log id that is neither number nor text', () => {
    expect(toShownError({ message: 'No', logId: { id: 1 } })).toEqual({ message: 'No' });
  });
});
