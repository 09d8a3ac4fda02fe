import { Textarea } from '@mantine/core';
import { LIMITS } from '@waymark/domain/path/pig-path';
import { formatCount } from '#/language/numbers.ts';
import { t } from '#/language/t.ts';
import { changeDraft } from '../editor-store.ts';
import { EditorSection } from '../EditorSection.tsx';

const TITLE = t('Pig Run Notes');

export function NotesField({ notes }: { readonly notes: string }) {
  const isTooLong = notes.length > LIMITS.notes;
  return (
    <EditorSection title={TITLE} count={`${formatCount(notes.length)} / ${LIMITS.notes}`}>
      <Textarea
        aria-label={TITLE}
        rows={3}
        value={notes}
        error={isTooLong && t('Pig run notes cannot exceed {number} characters.', { number: LIMITS.notes })}
        onChange={({ currentTarget }) => changeDraft({ notes: currentTarget.value })}
      />
    </EditorSection>
  );
}
