import { Modal } from '@mantine/core';
import { UTC, type Zone } from '@waymark/domain/time/zone';
import { writeTime } from '@waymark/domain/time/zoned-text';
import { t } from '#/language/t.ts';
import { useZone } from '#/ui/clock/zones.ts';
import { Button } from '#/ui/button/Button.tsx';
import confirm from '#/ui/dialog/ConfirmDialog.module.css';
import { DialogFoot, DialogFrame } from '#/ui/dialog/DialogFrame.tsx';
import styles from '../Editor.module.css';
import type { KeptDraft } from './kept-drafts.ts';

interface OfferedDraftProps {
  /** null: there is none, or the user has decided. */
  readonly kept: KeptDraft | null;
  readonly onContinue: () => void;
  readonly onDiscard: () => void;
}

/** "Cushing to Tulsa", "Changed 2026-03-18 00:06:51 UTC" */
export function describeKept(
  { draft, keptAt }: KeptDraft,
  zone: Zone = UTC,
): { readonly name: string; readonly when: string } {
  return {
    name: draft.name.trim() === '' ? t('New Pig Run') : draft.name,
    when: t('Changed {time}', { time: writeTime(keptAt, zone) }),
  };
}

/** Asks before the user types over the stored draft; neither Escape nor a click beside it closes the question. */
export function OfferedDraft({ kept, onContinue, onDiscard }: OfferedDraftProps) {
  const zone = useZone();
  const words = kept && describeKept(kept, zone);
  return (
    <DialogFrame isOpen={kept !== null} onClose={onContinue} width={400} isBusy>
      <div className={confirm.box}>
        <div>
          <Modal.Title className={confirm.title}>{t('Continue editing?')}</Modal.Title>
          <div className={confirm.text}>
            <p>{t('There are changes that were not saved:')}</p>
            {words && (
              <p className={styles.kept}>
                <span className={styles.rowName}>{words.name}</span>
                <span className={styles.rowText}>{words.when}</span>
              </p>
            )}
            {kept?.isLineLost === true && (
              <p>{t('The line of its line file was too long to be kept. Upload it again.')}</p>
            )}
          </div>
        </div>
        <DialogFoot>
          <Button onClick={onDiscard}>{t('Discard changes')}</Button>
          <Button look="primary" onClick={onContinue} data-autofocus>
            {t('Continue editing')}
          </Button>
        </DialogFoot>
      </div>
    </DialogFrame>
  );
}
