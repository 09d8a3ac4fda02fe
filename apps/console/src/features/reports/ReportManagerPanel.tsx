import { SegmentedControl } from '@mantine/core';
import { Button } from '#/ui/button/Button.tsx';
import { MessageDialog } from '#/ui/dialog/MessageDialog.tsx';
import { dialogHome, useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { listChosen } from '#/features/devices/choice/agm-choice.view.ts';
import { SelectAgmsDialog } from '#/features/devices/choice/SelectAgmsDialog.tsx';
import { useSteadyDevices } from '#/features/devices/table/use-steady-devices.ts';
import { AgmsChoice } from './AgmsChoice.tsx';
import { RecordedDataSection } from './downloads/RecordedDataSection.tsx';
import { REPORT_TYPES } from './report.ts';
import { checkDraft, type Message } from './report.view.ts';
import styles from './ReportManager.module.css';
import { changeDraft, openReport, useReports } from './reports-store.ts';
import { RunChoice } from './RunChoice.tsx';

type PanelStep = { readonly kind: 'agms' } | { readonly kind: 'message'; readonly message: Message };

const TYPES = Object.entries(REPORT_TYPES).map(([value, label]) => ({ value, label }));

/** Reports on passages of a completed run or between two times, and downloads of recorded data. */
export function ReportManagerPanel() {
  const draft = useReports((reports) => reports.draft);
  const devices = useSteadyDevices();
  const chosen = listChosen(devices, draft.uids);
  const { step, isOpen, turn, open, close } = useDialogChain<PanelStep>();
  const generate = () => {
    const checked = checkDraft({ ...draft, uids: chosen.map(({ uid }) => uid) });
    if (checked.ok) openReport(checked.report);
    else open({ kind: 'message', message: checked.message });
  };
  return (
    <div {...dialogHome}>
      <div className={styles.type}>
        <SegmentedControl
          fullWidth
          aria-label="Report type"
          data={TYPES}
          value={draft.by}
          onChange={(value) => changeDraft({ by: value === 'agms' ? 'agms' : 'run' })}
        />
      </div>
      {draft.by === 'run' ? <RunChoice /> : <AgmsChoice chosen={chosen} onSelect={() => open({ kind: 'agms' })} />}
      <div className={styles.generate}>
        <Button look="primary" isWide onClick={generate}>
          Generate Report
        </Button>
      </div>
      <RecordedDataSection />
      {step?.kind === 'agms' && (
        <SelectAgmsDialog
          key={turn}
          isOpen={isOpen}
          title="Select Agms"
          devices={devices}
          chosen={draft.uids}
          onSelect={(uids) => changeDraft({ uids })}
          onClose={close}
        />
      )}
      {step?.kind === 'message' && (
        <MessageDialog isOpen={isOpen} title={step.message.title} onClose={close}>
          <p>{step.message.text}</p>
        </MessageDialog>
      )}
    </div>
  );
}
