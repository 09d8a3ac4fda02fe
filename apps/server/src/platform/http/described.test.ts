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

it('[W-539] a detail of several texts carries each of them, and what stands between them', () => {
  const [save, close] = [
    { text: 'Save', values: {} },
    { text: 'Close', values: {} },
  ];
  expect(described((t) => `AGM 7: ${t('Save')}, ${t('Close')}!`)).toEqual({
    detail: 'AGM 7: Save, Close!',
    words: ['AGM 7: ', save, ', ', close, '!'],
  });
  expect(described((t) => `${t('Save')}${t('Close')}`).words).toEqual([save, close]);
});

it('[W-539] a detail has no words if a text is a value of another one, or if it has no text', () => {
  expect(described((t) => t('{marker} is not tracked.', { marker: t('Save') }))).toEqual({
    detail: 'Save is not tracked.',
    words: undefined,
  });
  expect(described(() => 'AGM 7')).toEqual({ detail: 'AGM 7' });
});
