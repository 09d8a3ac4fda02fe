import { expect, it } from 'vitest';
import { describeStatus, splitMessage } from './error-log.view.ts';

it('a stack trace is shown below its first line', () => {
  expect(splitMessage('it broke\n  at home.ts:7\n')).toEqual({ first: 'it broke', rest: '  at home.ts:7' });
  expect(splitMessage('it broke\n')).toEqual({ first: 'it broke', rest: '' });
  expect(splitMessage('refused')).toEqual({ first: 'refused', rest: '' });
});

it('a failure of the console has no status', () => {
  expect([describeStatus(0), describeStatus(404)]).toEqual(['Console', '404']);
});
