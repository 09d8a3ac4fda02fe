import { readTimes } from '@waymark/contract/runs/run-names';
import { findBroadcastFault } from '@waymark/commands/broadcast';
import type { BroadcastCode } from '@waymark/commands/broadcast-codes';
import type { Run } from '@waymark/domain/run/run';
import { useRef, useState } from 'react';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { MessageDialog } from '#/ui/dialog/MessageDialog.tsx';
import { describeReplaced, toggleCode } from '#/features/broadcast/broadcast.view.ts';
import { CommandChoices } from '#/features/broadcast/CommandChoices.tsx';
import { ConfirmBroadcast } from '#/features/broadcast/ConfirmBroadcast.tsx';
import { DeviceNotes } from '#/features/broadcast/DeviceNotes.tsx';
import { nameRun, type RunDialogProps } from '#/features/runs/dialogs/run-dialog.ts';
import { t } from '#/language/t.ts';
import { sendRunBroadcast, type BroadcastOutcome } from './finished-acts.ts';
import styles from './Finished.module.css';

const DOWNLOAD = {
  label: t('Download between launch and receive'),
  words: t('What the devices have recorded of the run.'),
};

const windowOf = ({ launchAt, completedAt }: Run) =>
  launchAt === null || completedAt === null ? null : { startAt: launchAt, endAt: completedAt };

interface ChooseProps extends RunDialogProps {
  /** The previous choice, if the user returns from the confirmation. */
  readonly codes: readonly BroadcastCode[];
  readonly onChosen: (codes: readonly BroadcastCode[]) => void;
}

/** Chooses the commands for the devices of a completed run. */
export function RunBroadcastDialog({ isOpen, tracked, blockedBecause, codes: before, onChosen, onClose }: ChooseProps) {
  const { run } = tracked;
  const [codes, setCodes] = useState(before);
  const [fault, setFault] = useState<string | null>(null);
  const isChosen = useRef(false);
  const [replaced, setReplaced] = useState<string | null>(null);
  const toggle = (code: BroadcastCode) => {
    setReplaced(describeReplaced(codes, code));
    setCodes(toggleCode(codes, code));
  };
  const validate = () => {
    const found = findBroadcastFault({ uids: run.path.agms, codes, window: windowOf(run) });
    setFault(found);
    return found === null;
  };
  // Escape closes the message in front of this dialog first.
  const leave = () => {
    if (isChosen.current) onChosen(codes);
    else if (fault === null) onClose();
  };
  return (
    <>
      <FormDialog
        {...{ isOpen, blockedBecause }}
        title={t('Completed Pig Run Broadcast Commands')}
        subtitle={nameRun(tracked)}
        submitLabel={t('Send Commands Now')}
        note={replaced !== null && <span role="status">{replaced}</span>}
        onValidate={validate}
        onSubmit={() => {
          isChosen.current = true;
        }}
        onClose={leave}
        width={560}
      >
        <CommandChoices codes={codes} instead={{ RFD: DOWNLOAD }} onToggle={toggle} />
      </FormDialog>
      <MessageDialog isOpen={fault !== null} title={t('Validation Message')} onClose={() => setFault(null)}>
        {fault === null ? '' : t(fault)}
      </MessageDialog>
    </>
  );
}

interface ConfirmProps extends Omit<RunDialogProps, 'blockedBecause'> {
  readonly codes: readonly BroadcastCode[];
  readonly onAnswer: (outcome: BroadcastOutcome) => void;
}

/** Asks for confirmation, then sends. */
export function ConfirmRunBroadcast({ isOpen, tracked: { run, text }, codes, onAnswer, onClose }: ConfirmProps) {
  const times = { start: text.launchTime ?? '', end: readTimes(text).receiveTime ?? '' };
  return (
    <ConfirmBroadcast
      {...{ isOpen, onAnswer, onClose }}
      order={{ uids: run.path.agms, codes, ...times }}
      send={() => sendRunBroadcast(run.runId, codes)}
    />
  );
}

interface OutcomeProps extends Pick<RunDialogProps, 'isOpen' | 'onClose'> {
  readonly outcome: BroadcastOutcome;
}

/** The result, and the devices that were left out. */
export function RunBroadcastOutcome({ isOpen, outcome: { message, failed }, onClose }: OutcomeProps) {
  return (
    <MessageDialog isOpen={isOpen} title={message.title} onClose={onClose}>
      <p>{message.text}</p>
      {message.more !== undefined && <p className={styles.more}>{message.more}</p>}
      {failed.length > 0 && (
        <DeviceNotes title={t('Failed')} rows={failed.map(({ uid, reason }) => ({ uid, text: reason }))} isOpenFirst />
      )}
    </MessageDialog>
  );
}
