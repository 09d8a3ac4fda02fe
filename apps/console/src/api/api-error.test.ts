import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PROBLEM_MEDIA_TYPE } from './api-error.ts';

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'waymark.language' ? 'es' : null) });
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

async function readDetail(body: object): Promise<string> {
  const { loadMessages } = await import('#/language/t.ts');
  await loadMessages('console');
  const { readApiError } = await import('./api-error.ts');
  const headers = { 'content-type': PROBLEM_MEDIA_TYPE };
  return (await readApiError(new Response(JSON.stringify(body), { status: 409, headers }))).detail;
}

it('[W-539] a refusal with values is said in the language of the page', async () => {
  const words = { text: '{marker} is not tracked.', values: { marker: 'North | {uid}' } };
  expect(await readDetail({ detail: 'North | {uid} is not tracked.', words })).toBe('North | {uid} no se rastrea.');
});

it('[W-539] a refusal of several texts is said in the language of the page', async () => {
  const words = ['AGM 7: ', { text: 'The time range is too long for this device.', values: {} }];
  expect(await readDetail({ detail: 'AGM 7: The time range is too long for this device.', words })).toBe(
    'AGM 7: El intervalo de tiempo es demasiado largo para este dispositivo.',
  );
});

it('a refusal without words, or with damaged ones, is its detail', async () => {
  expect(await readDetail({ detail: 'AGM 7: no.' })).toBe('AGM 7: no.');
  expect(await readDetail({ detail: 'AGM 7: no.', words: { text: 7, values: null } })).toBe('AGM 7: no.');
  for (const words of [[], ['AGM 7: ', { text: 7 }], [null], 7])
    expect(await readDetail({ detail: 'AGM 7: no.', words })).toBe('AGM 7: no.');
});
