import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { EditorDraft } from '../draft.ts';
import styles from '../Editor.module.css';
import { changeDraft } from '../editor-store.ts';
import { explainDiameter, explainName, explainSpeed } from './field-rules.ts';
import { NumberField } from './NumberField.tsx';

/** Name, speed and diameter, each with its validation. */
export function PathFields({ draft: { name, speedMph, diameterIn } }: { readonly draft: EditorDraft }) {
  const [isNameLeft, setNameLeft] = useState(false);
  return (
    <>
      <TextInput
        label="Pig run name"
        autoComplete="off"
        value={name}
        error={isNameLeft || name.length > 0 ? explainName(name) : null}
        onChange={({ currentTarget }) => changeDraft({ name: currentTarget.value })}
        onBlur={() => setNameLeft(true)}
      />
      <div className={styles.pair}>
        <NumberField
          label="Expected speed"
          unit="mph"
          value={speedMph}
          error={explainSpeed(speedMph)}
          onChange={(mph) => changeDraft({ speedMph: mph })}
        />
        <NumberField
          label="Pipeline diameter"
          unit="in"
          value={diameterIn}
          error={explainDiameter(diameterIn)}
          onChange={(inches) => changeDraft({ diameterIn: inches })}
        />
      </div>
    </>
  );
}
