import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { t } from '#/language/t.ts';
import { Icon } from '../button/Icon.tsx';

/** Debounce of every search in the console. */
export const SEARCH_DEBOUNCE_MS = 300;

interface SearchFieldProps {
  readonly label: string;
  /** Called with the text once the typing has paused; at once when the field is cleared. */
  readonly onSearch: (text: string) => void;
}

export function SearchField({ label, onSearch }: SearchFieldProps) {
  const [text, setText] = useState('');
  const searchLater = useDebouncedCallback(onSearch, SEARCH_DEBOUNCE_MS);
  const clear = () => {
    setText('');
    searchLater.cancel();
    onSearch('');
  };
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<Icon name="search" size={14} />}
      rightSection={text !== '' && <CloseButton size="sm" aria-label={t('Clear')} onClick={clear} />}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        searchLater(value);
      }}
    />
  );
}
