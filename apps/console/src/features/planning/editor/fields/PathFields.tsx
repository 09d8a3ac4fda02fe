import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { EditorDraft } from '../draft.ts';
import { changeDraft, useEditor } from '../editor-store.ts';
import { explainDiameter, explainName, explainSpeed } from './field-rules.ts';
import { readNumber, says, writeNumber } from './number-text.ts';
import styles from '../Editor.module.css';

/** Name, speed and diameter, each with its validation. */
export function PathFields({ draft: { name, speedMph, diameterIn } }: { readonly draft: EditorDraft }) {
  const [isNameLeft, setNameLeft] = useState(false);
  const isRefused = useEditor((editor) => editor.isRefused);
  return (
    <>
      <TextInput
        label="Pig run name"
        autoComplete="off"
        value={name}
        error={isNameLeft || isRefused || name.length > 0 ? explainName(name) : null}
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

interface NumberFieldProps {
  readonly label: string;
  readonly unit: string;
  readonly value: number | null;
  /** Error below the field; null: valid. */
  readonly error: string | null;
  readonly onChange: (value: number | null) => void;
}

/** Keeps the typed text, such as "3.", while its value is the same. */
function NumberField({ label, unit, value, error, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState(() => writeNumber(value));
  return (
    <TextInput
      className={styles.number}
      label={`${label} (${unit})`}
      inputMode="decimal"
      autoComplete="off"
      value={says(typed, value) ? typed : writeNumber(value)}
      error={error}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(readNumber(currentTarget.value));
      }}
    />
  );
}
