import { Radio, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { MOST_FEED_NAME } from '@waymark/contract/routes/calendar';
import { useRef, useState } from 'react';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/use-can-write.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { makeFeed, type MadeFeed } from './calendar.data.ts';
import styles from './MakeFeedDialog.module.css';

interface MakeFeedDialogProps {
  readonly isOpen: boolean;
  readonly isAdmin: boolean;
  readonly onMade: (feed: MadeFeed) => void;
  readonly onClose: () => void;
}

/** Asks where a new feed is read, and whose runs it has. */
export function MakeFeedDialog({ isOpen, isAdmin, onMade, onClose }: MakeFeedDialogProps) {
  const queryClient = useQueryClient();
  const { blockedBecause } = useCanWrite();
  const [name, setName] = useState('');
  const [kind, setKind] = useState<'user' | 'company'>('user');
  const [isChecked, setChecked] = useState(false);
  const made = useRef<MadeFeed>(null);
  const isEmpty = name.trim() === '';
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('New Calendar Feed')}
      submitLabel={t('Make the feed')}
      blockedBecause={blockedBecause}
      onValidate={() => {
        setChecked(true);
        return !isEmpty;
      }}
      onSubmit={async () => {
        made.current = await makeFeed(queryClient, { kind, name });
      }}
      onClose={() => (made.current ? onMade(made.current) : onClose())}
      width={440}
    >
      <TextInput
        label={t('Where it is read')}
        placeholder={t('My phone')}
        autoComplete="off"
        maxLength={MOST_FEED_NAME}
        data-autofocus
        error={isChecked && isEmpty ? t('Enter a name.') : null}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      {isAdmin && (
        <Radio.Group
          label={t('Runs')}
          value={kind}
          onChange={(value) => setKind(value === 'company' ? 'company' : 'user')}
        >
          <div className={styles.choices}>
            <Radio
              value="user"
              label={t('Mine')}
              description={t('The active runs that you see. It ends when you leave the company.')}
            />
            <Radio
              value="company"
              label={t('Of the company')}
              description={t('All active runs, until an admin revokes it. Times in UTC.')}
            />
          </div>
        </Radio.Group>
      )}
    </FormDialog>
  );
}
