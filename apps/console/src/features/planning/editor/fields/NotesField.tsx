import { Textarea } from '@mantine/core';
import { LIMITS } from '@waymark/domain/path/pig-path';
import { changeDraft } from '../editor-store.ts';
import { EditorSection } from '../EditorSection.tsx';

const TITLE = 'Pig Run Notes';

export function NotesField({ notes }: { readonly notes: string }) {
  const isTooLong = notes.length > LIMITS.notes;
  return (
    <EditorSection title={TITLE} count={`${notes.length.toLocaleString('en-US')} / ${LIMITS.notes}`}>
      <Textarea
        aria-label={TITLE}
        rows={3}
        value={notes}
        error={isTooLong && `Pig run notes cannot exceed ${LIMITS.notes} characters.`}
        onChange={({ currentTarget }) => changeDraft({ notes: currentTarget.value })}
      />
    </EditorSection>
  );
}
