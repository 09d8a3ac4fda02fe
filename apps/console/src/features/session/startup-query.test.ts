import { describe, expect, it } from 'vitest';
import { chooseStartupQuery, parseQuery } from './startup-query.ts';

describe('startup parameters', () => {
  it('are texts, never numbers', () => {
    expect(parseQuery('?runId=4127&uid=00123&note=')).toEqual({ runId: '4127', uid: '00123', note: '' });
  });

  it('come from the address, and from what was kept only when the address has none', () => {
    expect(chooseStartupQuery({ runId: '1' }, { uid: '2' })).toEqual({ runId: '1' });
    expect(chooseStartupQuery({}, { uid: '2' })).toEqual({ uid: '2' });
  });
});
