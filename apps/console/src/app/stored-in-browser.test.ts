import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { savePreferences, usePreferences } from '#/features/notifications/preferences-store.ts';
import { holdSession, useSession } from '#/features/session/session-store.ts';
import { parseQuery, storeStartupQuery } from '#/features/session/entry/startup-query.ts';

const before = { session: useSession.getState(), preferences: usePreferences.getState() };
let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  useSession.setState(before.session, true);
  usePreferences.setState(before.preferences, true);
});

it('[A-054, V-033] the browser stores the user, the query parameters and the notification preferences', () => {
  const user = { id: 7, name: 'Dana Reyes', role: 'admin', tokenExpiry: 3_600_000 } as const;
  const preferences = { ...before.preferences, offline: { isOn: true, sound: 'Martian' } } as const;
  holdSession(user, { token: 'secret', receivedAt: 0, expiresAt: 3_600_000 });
  storeStartupQuery(parseQuery('?runId=4127&markerName=AGM-3'));
  savePreferences(preferences);
  expect(Object.fromEntries([...stored].map(([key, text]) => [key, JSON.parse(text) as unknown]))).toEqual({
    'waymark.user': user,
    'waymark.query': { runId: '4127', markerName: 'AGM-3' },
    'waymark.notifications': preferences,
  });
});
