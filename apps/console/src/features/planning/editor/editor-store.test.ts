import { afterEach, describe, expect, it } from 'vitest';
import { NEW_DRAFT } from './draft.ts';
import { changeDraft, hasUnsavedChanges, startEditing, stopEditing, useEditor } from './editor-store.ts';

const isUnsaved = () => hasUnsavedChanges(useEditor.getState());

describe('a draft', () => {
  afterEach(stopEditing);

  it.each([
    { name: 'North' },
    { speedMph: null },
    { pigs: ['CLN-1'] },
    {
      lineKml: [
        [-96, 36],
        [-96, 36.1],
      ] as const,
    },
  ])('a draft has unsaved changes after a change: %j', (change) => {
    startEditing(NEW_DRAFT);
    expect(isUnsaved()).toBe(false);
    changeDraft(change);
    expect(isUnsaved()).toBe(true);
  });

  it('a draft has no unsaved changes if equal values come in other objects', () => {
    startEditing({
      ...NEW_DRAFT,
      pigs: ['CLN-1'],
      lineKml: [
        [-96, 36],
        [-96, 36.1],
      ],
    });
    changeDraft({
      pigs: ['CLN-1'],
      lineKml: [
        [-96, 36],
        [-96, 36.1],
      ],
      name: 'North',
    });
    changeDraft({ name: '' });
    expect(isUnsaved()).toBe(false);
    changeDraft({
      lineKml: [
        [-96, 36],
        [-96, 36.2],
      ],
    });
    expect(isUnsaved()).toBe(true);
  });

  it('a restored draft is unsaved compared with its opened version', () => {
    startEditing({ ...NEW_DRAFT, name: 'North' }, NEW_DRAFT);
    expect(isUnsaved()).toBe(true);
    stopEditing();
    expect(isUnsaved()).toBe(false);
  });
});
