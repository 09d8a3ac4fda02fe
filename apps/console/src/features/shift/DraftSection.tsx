import { Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MOST_CREW_WORDS } from '@waymark/contract/shift/handover';
import { isFresh } from '@waymark/domain/shift/handover';
import { parseUtc } from '@waymark/domain/time/utc';
import { useState } from 'react';
import { t } from '#/language/t.ts';
import { useServerClock } from '#/live/clock-store.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { useUtcNow } from '#/ui/clock/use-utc-now.ts';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { DialogError } from '#/ui/dialog/DialogFrame.tsx';
import { useDialogAct } from '#/ui/dialog/use-dialog-act.ts';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { ReloadFailure } from '#/ui/state/ReloadFailure.tsx';
import { SheetTables } from './SheetTables.tsx';
import { discardDraft, draftQuery, signDraft, takeSheet, type Draft } from './shift.data.ts';
import styles from './ShiftPage.module.css';

interface DraftSectionProps {
  readonly onSigned: (id: number) => void;
}

/** The sheet that the user is about to hand over. */
export function DraftSection({ onSigned }: DraftSectionProps) {
  const query = useQuery(draftQuery);
  return (
    <section className={styles.section} aria-label={t('Hand over')}>
      <h2 className={styles.heading}>{t('Hand over')}</h2>
      <ReloadFailure query={query} what={t('Your draft')} />
      <LoadedData query={query} what={t('Your draft')} widths={[280, 240]} isInline>
        {({ draft }) => (draft ? <DraftForm draft={draft} onSigned={onSigned} /> : <NoDraft />)}
      </LoadedData>
    </section>
  );
}

function NoDraft() {
  const { canWrite, blockedBecause } = useCanWrite();
  const { isBusy, error, run } = useTaking('');
  return (
    <>
      <div className={styles.bar}>
        <p className={styles.grows}>
          {t('Takes a sheet of what holds now. You read it, add your words and sign it; the next user accepts it.')}
        </p>
        <Button look="primary" disabled={!canWrite} title={blockedBecause} isBusy={isBusy} onClick={run}>
          {t('Hand over')}
        </Button>
      </div>
      {error && <DialogError error={error} />}
    </>
  );
}

/** Takes the sheet of this instant and keeps the words. */
function useTaking(words: string) {
  const queryClient = useQueryClient();
  return useDialogAct(
    () => takeSheet(queryClient, words.trim()),
    () => undefined,
  );
}

const toMs = (text: string): number => {
  const at = parseUtc(text);
  return at.ok ? at.value : 0;
};

type Question = 'sign' | 'discard';

function DraftForm({ draft, onSigned }: DraftSectionProps & { readonly draft: Draft }) {
  const queryClient = useQueryClient();
  const { canWrite, blockedBecause } = useCanWrite();
  const now = useUtcNow(useServerClock(({ offsetMs }) => offsetMs));
  const [words, setWords] = useState(draft.words);
  const [asked, setAsked] = useState<Question | null>(null);
  const take = useTaking(words);
  const { takenAt } = draft.sheet;
  const isRecent = isFresh(toMs(takenAt), now);
  return (
    <>
      <Textarea
        label={t('Your words to the next shift')}
        maxLength={MOST_CREW_WORDS}
        autosize
        minRows={3}
        maxRows={12}
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      {!isRecent && (
        <p className={styles.fault} role="status">
          {t('The sheet is older than 30 minutes. Take it again before you sign it.')}
        </p>
      )}
      <div className={styles.bar}>
        <Button icon="retry" disabled={!canWrite} title={blockedBecause} isBusy={take.isBusy} onClick={take.run}>
          {t('Take it again')}
        </Button>
        <Button
          look="quiet"
          icon="trash"
          disabled={!canWrite}
          title={blockedBecause}
          onClick={() => setAsked('discard')}
        >
          {t('Discard')}
        </Button>
        <Button
          look="primary"
          disabled={!canWrite || !isRecent || take.isBusy}
          title={blockedBecause}
          onClick={() => setAsked('sign')}
        >
          {t('Sign')}
        </Button>
      </div>
      {take.error && <DialogError error={take.error} />}
      <SheetTables name={t('Your draft')} sheet={draft.sheet} />
      <Questions
        asked={asked}
        onSign={async () => onSigned(await signDraft(queryClient, takenAt, words.trim()))}
        onDiscard={() => discardDraft(queryClient)}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

interface QuestionsProps {
  readonly asked: Question | null;
  readonly onSign: () => Promise<void>;
  readonly onDiscard: () => Promise<void>;
  readonly onClose: () => void;
}

function Questions({ asked, onSign, onDiscard, onClose }: QuestionsProps) {
  return (
    <>
      <ConfirmDialog
        isOpen={asked === 'sign'}
        title={t('Sign this handover?')}
        confirmLabel={t('Sign')}
        onConfirm={onSign}
        onClose={onClose}
      >
        {t('Your name and the time are recorded. The sheet and your words cannot be changed afterwards.')}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === 'discard'}
        title={t('Discard this draft?')}
        confirmLabel={t('Discard')}
        isDestructive
        onConfirm={onDiscard}
        onClose={onClose}
      >
        {t('The sheet and your words are lost. Nothing was handed over.')}
      </ConfirmDialog>
    </>
  );
}
