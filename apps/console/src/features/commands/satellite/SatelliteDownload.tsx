import { useState } from 'react';
import { t } from '#/language/t.ts';
import { serverNow } from '#/live/clock-store.ts';
import { RangeMenu } from '#/ui/field/RangeMenu.tsx';
import { listShortRanges } from '#/ui/field/time-ranges.ts';
import { ZonedField } from '#/ui/clock/ZonedField.tsx';
import { CommandForm } from '../form/CommandForm.tsx';
import type { CommandSender } from '../send-command.ts';
import { describeWindow, EMPTY_WINDOW, toDownloadOrder } from './satellite-download.view.ts';
import styles from './Satellite.module.css';

/** Requests the offline files of a few minutes; errors are shown after the first attempt to send. */
export function SatelliteDownload({ sender }: { readonly sender: CommandSender }) {
  const [draft, setDraft] = useState(EMPTY_WINDOW);
  const [isChecked, setChecked] = useState(false);
  const problem = describeWindow(draft);
  const isWrong = isChecked && problem !== null;
  const send = () => {
    setChecked(true);
    if (problem === null) sender.send([toDownloadOrder(draft)]);
  };
  return (
    <CommandForm
      label={t('Offline Download')}
      desk={sender}
      refusal={undefined}
      note={
        isWrong ? (
          <span className={styles.problem} role="alert">
            {problem}
          </span>
        ) : (
          t('At most 10 minutes.')
        )
      }
      onSend={send}
    >
      <div className={styles.date}>
        <ZonedField
          label={t('Start (UTC)')}
          isMasked={false}
          error={isWrong}
          value={draft.start}
          onChange={(start) => setDraft({ ...draft, start })}
        />
      </div>
      <div className={styles.date}>
        <ZonedField
          label={t('End (UTC)')}
          isMasked={false}
          error={isWrong}
          value={draft.end}
          onChange={(end) => setDraft({ ...draft, end })}
        />
      </div>
      <RangeMenu
        listRanges={() => listShortRanges(serverNow())}
        onPick={({ from, to }) => setDraft({ ...draft, start: from, end: to })}
      />
    </CommandForm>
  );
}
