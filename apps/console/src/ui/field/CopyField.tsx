import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { t } from '#/language/t.ts';
import { IconButton } from '../button/IconButton.tsx';

type Copying = 'not-yet' | 'copied' | 'by-hand';

/** A text to copy, e.g. a password that was issued. */
export function CopyField({ label, text }: { readonly label: string; readonly text: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [copying, setCopying] = useState<Copying>('not-yet');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopying('copied');
    } catch {
      // A page without TLS has no clipboard: the text is selected, and the user copies it with the keyboard.
      field.current?.focus();
      setCopying('by-hand');
    }
  };
  return (
    <TextInput
      ref={field}
      label={label}
      description={copying === 'by-hand' ? t('Press Ctrl+C to copy.') : undefined}
      value={text}
      readOnly
      classNames={{ input: 'mono' }}
      onFocus={({ currentTarget }) => currentTarget.select()}
      rightSection={
        <IconButton
          icon={copying === 'copied' ? 'check' : 'copy'}
          label={
            copying === 'copied' ? t('{label} copied', { label }) : t('Copy {label}', { label: label.toLowerCase() })
          }
          isSmall
          onClick={() => void copy()}
        />
      }
    />
  );
}
