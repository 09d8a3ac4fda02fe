import { Button } from '#/ui/button/Button.tsx';
import { Section } from '#/ui/sheet/Panel.tsx';
import { RangeMenu } from '#/ui/field/RangeMenu.tsx';
import { listTimeRanges } from '#/ui/field/time-ranges.ts';
import { UtcField } from '#/ui/field/UtcField.tsx';
import { describeChosen } from '#/features/devices/choice/agm-choice.view.ts';
import { ChosenAgms } from '#/features/devices/choice/ChosenAgms.tsx';
import type { Device } from '#/features/devices/store/device.ts';
import { findRunOf } from '#/features/devices/run-of-devices.ts';
import styles from './ReportManager.module.css';
import { serverNow } from '#/live/clock-store.ts';
import { changeDraft, useReports } from './reports-store.ts';

interface AgmsChoiceProps {
  readonly chosen: readonly Device[];
  readonly onSelect: () => void;
}

/** Chooses the devices and the time range of the report. */
export function AgmsChoice({ chosen, onSelect }: AgmsChoiceProps) {
  const { start, end } = useReports(({ draft }) => draft);
  return (
    <>
      <div className={styles.dates}>
        <UtcField label="Start (UTC)" value={start} onChange={(typed) => changeDraft({ start: typed })} />
        <UtcField label="End (UTC)" value={end} onChange={(typed) => changeDraft({ end: typed })} />
      </div>
      <RangeMenu
        listRanges={() => listTimeRanges(serverNow(), findRunOf(chosen.map(({ uid }) => uid)))}
        onPick={({ from, to }) => changeDraft({ start: from, end: to })}
      />
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
