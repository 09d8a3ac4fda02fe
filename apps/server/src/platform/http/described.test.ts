import { describeRunRefusal } from '@waymark/domain/words/refusals';
import { expect, it } from 'vitest';
import { described } from './described.ts';

it('[W-539] the detail of a problem carries its text and its values apart', () => {
  const refusal = { code: 'marker-not-tracked', markerName: 'M4 {uid}' } as const;
  expect(described((t) => describeRunRefusal(refusal, t))).toEqual({
    detail: 'M4 {uid} is not tracked.',
    words: { text: '{marker} is not tracked.', values: { marker: 'M4 {uid}' } },
  });
  expect(described((t) => t('Save')).words).toEqual({ text: 'Save', values: {} });
});

it('[W-539] a detail that is put together from several texts has no words', () => {
  expect(described((t) => `${t('Save')}, ${t('Close')}`)).toEqual({ detail: 'Save, Close', words: undefined });
  expect(described((t) => `AGM 7: ${t('Save')}`)).toEqual({ detail: 'AGM 7: Save', words: undefined });
});
