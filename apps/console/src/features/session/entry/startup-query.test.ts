import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chooseStartupQuery, parseQuery, storeStartupQuery, takeStartupQuery } from './startup-query.ts';

function createStorage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
}

describe('startup parameters', () => {
  beforeEach(() => {
    vi.stubGlobal('localStorage', createStorage());
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('startup parameters are texts, never numbers', () => {
    expect(parseQuery('?runId=4127&uid=00123&note=')).toEqual({ runId: '4127', uid: '00123', note: '' });
  });

  it('startup parameters of the address replace the stored ones', () => {
    expect(chooseStartupQuery({ runId: '1' }, { uid: '2' })).toEqual({ runId: '1' });
    expect(chooseStartupQuery({}, { uid: '2' })).toEqual({ uid: '2' });
  });

  it('[A-023] startup parameters are stored at sign-in, and returned once', () => {
    storeStartupQuery(parseQuery('?runId=4127'));
    expect(takeStartupQuery('')).toEqual({ runId: '4127' });
    expect(takeStartupQuery('')).toEqual({});
  });

  it('startup parameters survive a sign-in without any', () => {
    storeStartupQuery({ uid: '7' });
    storeStartupQuery({});
    expect(takeStartupQuery('')).toEqual({ uid: '7' });
  });

  it('invalid stored startup parameters are ignored', () => {
    localStorage.setItem('waymark.query', '{"runId":');
    expect(takeStartupQuery('')).toEqual({});
    localStorage.setItem('waymark.query', '7');
    expect(takeStartupQuery('')).toEqual({});
  });
});
