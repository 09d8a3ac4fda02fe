import { Button } from '../../ui/Button.tsx';
import { Section } from '../../ui/Panel.tsx';
import { UtcField } from '../../ui/UtcField.tsx';
import { describeChosen } from '../devices/choice/agm-choice.view.ts';
import { ChosenAgms } from '../devices/choice/ChosenAgms.tsx';
import type { Device } from '../devices/device.ts';
import styles from './ReportManager.module.css';
import { serverNow } from '../../live/clock-store.ts';
import { changeDraft, useReports } from './reports-store.ts';

interface AgmsChoiceProps {
  readonly chosen: readonly Device[];
  readonly onSelect: () => void;
}

/** Of which devices the report is, and of which time. */
export function AgmsChoice({ chosen, onSelect }: AgmsChoiceProps) {
  const { start, end } = useReports(({ draft }) => draft);
  return (
    <>
      <div className={styles.dates}>
        <UtcField label="Start (UTC)" value={start} onChange={(typed) => changeDraft({ start: typed })} />
        <UtcField label="End (UTC)" value={end} onChange={(typed) => changeDraft({ end: typed })} />
      </div>
      <Section
        title="AGMs"
        action={
          <Button size="small" onClick={onSelect}>
            Select Agms
          </Button>
        }
      >
        <ChosenAgms uids={chosen.map(({ uid }) => uid)} words={describeChosen(chosen, serverNow())} />
      </Section>
    </>
  );
}
