import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { CommandForm } from '../form/CommandForm.tsx';
import type { CommandSender } from '../send-command.ts';
import { describeWindow, EMPTY_WINDOW, toDownloadOrder } from './satellite-download.view.ts';
import styles from './Satellite.module.css';

/** Asks for the offline files of a few minutes; what is wrong is told once it was tried to send it. */
export function SatelliteDownload({ sender }: { readonly sender: CommandSender }) {
  const [draft, setDraft] = useState(EMPTY_WINDOW);
  const [isChecked, setChecked] = useState(false);
  const problem = describeWindow(draft);
  const isWrong = isChecked && problem !== null;
  const send = () => {
    setChecked(true);
    if (problem === null) sender.send([toDownloadOrder(draft)]);
  };
  const dateProps = { className: styles.date, placeholder: 'YYYY-MM-DD HH:mm:ss', autoComplete: 'off', error: isWrong };
  return (
    <CommandForm
      label="Offline Download"
      desk={sender}
      refusal={undefined}
      note={
        isWrong ? (
          <span className={styles.problem} role="alert">
            {problem}
          </span>
        ) : (
          'At most 10 minutes.'
        )
      }
      onSend={send}
    >
      <TextInput
        label="Start (UTC)"
        value={draft.start}
        onChange={({ currentTarget }) => setDraft({ ...draft, start: currentTarget.value })}
        {...dateProps}
      />
      <TextInput
        label="End (UTC)"
        value={draft.end}
        onChange={({ currentTarget }) => setDraft({ ...draft, end: currentTarget.value })}
        {...dateProps}
      />
    </CommandForm>
  );
}
