import { create } from 'zustand';
import { readJson, writeJson } from '#/api/browser-storage.ts';
import { parsePreferences, type Preferences } from './preferences.ts';

const KEY = 'waymark.notifications';

/** Stored per browser, for all users. */
export const usePreferences = create<Preferences>()(() => parsePreferences(readJson(KEY)));

export function savePreferences(preferences: Preferences): void {
  usePreferences.setState(preferences);
  writeJson(KEY, preferences);
}

/** Applies what another tab saves, until the returned function is called. */
export function followOtherTabs(): () => void {
  const take = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) usePreferences.setState(parsePreferences(readJson(KEY)));
  };
  window.addEventListener('storage', take);
  return () => window.removeEventListener('storage', take);
}
