import { expect, test } from 'vitest';
import {
  BUDGET_KB,
  listParts,
  listShareFiles,
  measureLoginKb,
  measureMapKb,
  measureShareKb,
  readScripts,
} from './bundle-parts.ts';

// Measures the console that `npm test` has just built.

test('[W-264] the download before the login screen stays within its budget', () => {
  expect(measureLoginKb()).toBeLessThanOrEqual(BUDGET_KB.login);
});

test('[W-264] the download before the map, without the map engine, stays within its budget', () => {
  expect(measureMapKb()).toBeLessThanOrEqual(BUDGET_KB.map);
});

test('[W-387] the download of a shared run before its map stays within its budget, without Mantine and the shell', () => {
  expect(measureShareKb()).toBeLessThanOrEqual(BUDGET_KB.share);
  const files = listShareFiles();
  expect(files.filter((file) => /maplibre|mantine|AppFrame|HomeScreen|LoginPage/i.test(file))).toEqual([]);
});

test('[W-271] the gallery of components is not in the release', () => {
  expect(listParts()).toContain('src/features/session/entry/LoginPage.tsx');
  expect(listParts().filter((part) => part.includes('gallery'))).toEqual([]);
  const scripts = readScripts();
  expect(scripts.some((script) => script.includes('/set-password'))).toBe(true);
  expect(scripts.filter((script) => script.includes('/gallery'))).toEqual([]);
});
