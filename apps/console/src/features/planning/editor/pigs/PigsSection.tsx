import { TextInput } from '@mantine/core';
import { LIMITS } from '@waymark/domain/path/pig-path';
import { useState, type SubmitEvent } from 'react';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import { Chips } from '../Chips.tsx';
import styles from '../Editor.module.css';
import { changeDraft } from '../editor-store.ts';
import { SaveFaults } from '../Fault.tsx';
import { EditorSection } from '../EditorSection.tsx';
import { addPig, explainPig, isFull } from './pigs.view.ts';

/** Edits the list of pigs for the line. */
export function PigsSection({ pigs }: { readonly pigs: readonly string[] }) {
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  const areAllThere = isFull(pigs);
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    const fault = explainPig(pigs, name);
    setError(fault);
    if (fault !== null) return;
    changeDraft({ pigs: addPig(pigs, name) });
    setName('');
  };
  return (
    <EditorSection title={t('Pigs')} count={t('{number} of {total}', { number: pigs.length, total: LIMITS.pigs })}>
      {pigs.length > 0 && (
        <Chips
          label={t('Pigs')}
          items={pigs}
          onRemove={(pig) => changeDraft({ pigs: pigs.filter((each) => each !== pig) })}
        />
      )}
      <SaveFaults codes={['no-pigs']} />
      <form className={styles.inline} onSubmit={add} noValidate>
        <TextInput
          aria-label={t('Pig name')}
          placeholder={areAllThere ? t('At most {number} pigs', { number: LIMITS.pigs }) : t('Pig name')}
          autoComplete="off"
          value={name}
          error={error}
          disabled={areAllThere}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value);
            setError(null);
          }}
        />
        <Button
          type="submit"
          icon="plus"
          disabled={areAllThere}
          title={areAllThere ? t('A path has at most {number} pigs.', { number: LIMITS.pigs }) : undefined}
        >
          {t('Add Pig')}
        </Button>
      </form>
    </EditorSection>
  );
}
