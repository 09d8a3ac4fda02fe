import { readText, removeStored, writeText } from '#/api/browser-storage.ts';

// The token of a wallboard arrives behind the # of its link, which no server sees, and stays in this browser.

const KEY = 'waymark.wallboard';

export const forgetWallToken = (): void => removeStored(KEY);

/** Takes the token of a link out of the address bar; else the one that this browser keeps. null: there is none. */
export function takeWallToken(): string | null {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given === null || given === '') return readText(KEY);
  writeText(KEY, given);
  history.replaceState(null, '', location.pathname + location.search);
  return given;
}
