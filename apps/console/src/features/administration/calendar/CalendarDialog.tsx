import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { useZone } from '#/ui/clock/zones.ts';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { DialogFoot } from '#/ui/dialog/DialogFrame.tsx';
import { InfoDialog } from '#/ui/dialog/InfoDialog.tsx';
import { DialogList, DialogRow, ListDialog } from '#/ui/dialog/ListDialog.tsx';
import { useDialogChain, type DialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { CopyField } from '#/ui/field/CopyField.tsx';
import { Warning } from '#/ui/state/Warning.tsx';
import { feedsQuery, revokeFeed, type CalendarFeed, type MadeFeed, makeFeed } from './calendar.data.ts';
import { writeUtcText } from '@waymark/domain/time/zoned-text';
import type { Zone } from '@waymark/domain/time/zone';
import { Radio, TextInput } from '@mantine/core';
import { MOST_FEED_NAME } from '@waymark/contract/routes/calendar';
import { useRef, useState } from 'react';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import styles from './MakeFeedDialog.module.css';

type Step =
  | { readonly kind: 'make' }
  | { readonly kind: 'made'; readonly feed: MadeFeed }
  | { readonly kind: 'revoke'; readonly feed: CalendarFeed };

interface CalendarDialogProps {
  readonly isOpen: boolean;
  readonly isAdmin: boolean;
  readonly onClose: () => void;
}

/** The calendar feeds of the user, and for an admin those of the company. */
export function CalendarDialog({ isOpen, isAdmin, onClose }: CalendarDialogProps) {
  const query = useQuery({ ...feedsQuery, enabled: isOpen });
  const dialogs = useDialogChain<Step>();
  return (
    <>
      <ListDialog
        isOpen={isOpen}
        title={t('Calendar Feeds')}
        width={560}
        query={query}
        what={t('Calendar feeds')}
        isCovered={dialogs.isOpen}
        onClose={onClose}
      >
        {(feeds) => <Feeds feeds={feeds} dialogs={dialogs} />}
      </ListDialog>
      <Dialogs key={dialogs.turn} isOpen={isOpen && dialogs.isOpen} isAdmin={isAdmin} dialogs={dialogs} />
    </>
  );
}

interface FeedsProps {
  readonly feeds: readonly CalendarFeed[];
  readonly dialogs: DialogChain<Step>;
}

function Feeds({ feeds, dialogs: { open } }: FeedsProps) {
  const { canWrite, blockedBecause } = useCanWrite();
  const zone = useZone();
  return (
    <DialogList
      label={t('Calendar feeds')}
      empty={t('No calendar feeds')}
      note={t('A calendar program reads when pigs are expected. Who has the address can read it.')}
      addLabel={t('New feed')}
      blockedBecause={blockedBecause}
      onAdd={() => open({ kind: 'make' })}
    >
      {feeds.map((feed) => (
        <DialogRow key={feed.id} head={feed.name} details={describeFeed(feed, zone)}>
          <Button
            disabled={!canWrite}
            title={blockedBecause}
            aria-label={t('Revoke {name}', { name: feed.name })}
            onClick={() => open({ kind: 'revoke', feed })}
          >
            {t('Revoke')}
          </Button>
        </DialogRow>
      ))}
    </DialogList>
  );
}

interface DialogsProps {
  readonly isOpen: boolean;
  readonly isAdmin: boolean;
  readonly dialogs: DialogChain<Step>;
}

function Dialogs({ isOpen, isAdmin, dialogs: { step, close, follow } }: DialogsProps) {
  const queryClient = useQueryClient();
  switch (step?.kind) {
    case undefined:
      return null;
    case 'make':
      return (
        <MakeFeedDialog {...{ isOpen, isAdmin }} onMade={(feed) => follow({ kind: 'made', feed })} onClose={close} />
      );
    case 'made':
      return <MadeFeedDialog isOpen={isOpen} feed={step.feed} onClose={close} />;
    case 'revoke':
      return (
        <ConfirmDialog
          isOpen={isOpen}
          title={t('Revoke calendar feed?')}
          confirmLabel={t('Revoke')}
          isDestructive
          onConfirm={() => revokeFeed(queryClient, step.feed)}
          onClose={close}
        >
          {t('Calendars that read {name} get nothing from now on.', { name: step.feed.name })}
        </ConfirmDialog>
      );
  }
}

interface MadeFeedDialogProps {
  readonly isOpen: boolean;
  readonly feed: MadeFeed;
  readonly onClose: () => void;
}

/** The address, this once: the server has only its hash. */
function MadeFeedDialog({ isOpen, feed, onClose }: MadeFeedDialogProps) {
  return (
    <InfoDialog isOpen={isOpen} title={t('Calendar feed')} subtitle={feed.name} onClose={onClose} staysOpen>
      <Warning>
        {t('This address is shown only now. Copy it into your calendar program as a calendar by address.')}
      </Warning>
      <CopyField label={t('Address')} text={feed.address} />
      <DialogFoot>
        <Button look="primary" onClick={onClose}>
          {t('I have copied it')}
        </Button>
      </DialogFoot>
    </InfoDialog>
  );
}

/** The lines of a feed below its name. */
function describeFeed({ kind, madeBy, createdAt, lastReadAt }: CalendarFeed, zone: Zone): readonly string[] {
  const names = { name: madeBy, time: writeUtcText(createdAt, zone) };
  return [
    kind === 'company'
      ? t('All active runs of the company, made by {name}, {time}', names)
      : t('Runs that you see, made {time}', names),
    lastReadAt === null
      ? t('Never read')
      : t('Last read in the hour of {time}', { time: writeUtcText(lastReadAt, zone) }),
  ];
}

interface MakeFeedDialogProps {
  readonly isOpen: boolean;
  readonly isAdmin: boolean;
  readonly onMade: (feed: MadeFeed) => void;
  readonly onClose: () => void;
}

/** Asks where a new feed is read, and whose runs it has. */
function MakeFeedDialog({ isOpen, isAdmin, onMade, onClose }: MakeFeedDialogProps) {
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
