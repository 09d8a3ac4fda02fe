import { SegmentedControl } from '@mantine/core';
import { editPig } from '@waymark/domain/run/changes/changes';
import { layCourse } from '@waymark/domain/run/estimate/course';
import { estimate, reckon } from '@waymark/domain/run/estimate/estimate';
import type { Run } from '@waymark/domain/run/run';
import { isUnusualSpeed } from '@waymark/domain/run/speed-doubt';
import { useState } from 'react';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { Warning } from '#/ui/state/Warning.tsx';
import { changeRun } from '#/features/runs/change-run.ts';
import styles from '#/features/runs/dialogs/Dialogs.module.css';
import { nameRun, type RunDialogProps } from '#/features/runs/dialogs/run-dialog.ts';
import {
  chooseSpeedUnit,
  convertSpeed,
  explainSpeed,
  readSpeedIn,
  SPEED_UNITS,
  USUAL_RANGES,
  writeSpeedIn,
  type SpeedUnit,
} from './speed.view.ts';
import { SpeedField } from './SpeedField.tsx';
import { useUnits } from '#/features/units/units.ts';
import { t } from '#/language/t.ts';

function findPig(run: Run, now: number) {
  const course = layCourse(run.path);
  return estimate(reckon(run, course), course, run.path.markers, now).place;
}

/** Sets the speed of the pig from its present place; 0 stops it. */
export function ToolSpeedDialog({ isOpen, tracked, blockedBecause, onClose }: RunDialogProps) {
  const units = useUnits();
  const [unit, setUnit] = useState<SpeedUnit>(() => chooseSpeedUnit(units));
  const [typed, setTyped] = useState(() => writeSpeedIn(tracked.reckoning.speed, unit));
  const [isAsked, setAsked] = useState(false);
  /** The entry that the user was asked about: a second Save sends it. */
  const [doubted, setDoubted] = useState<string | null>(null);
  const fault = explainSpeed(typed, unit);
  const choose = (value: string) => {
    const to = SPEED_UNITS.find((each) => each === value) ?? unit;
    setTyped(convertSpeed(typed, unit, to));
    setUnit(to);
  };
  const save = () =>
    changeRun(tracked.run.runId, (run, now) =>
      editPig(run, { place: findPig(run, now), speed: readSpeedIn(typed, unit) }, now),
    );
  const isDoubted = fault === null && isUnusualSpeed(readSpeedIn(typed, unit));
  const validate = () => {
    setAsked(true);
    setDoubted(isDoubted ? typed : null);
    return fault === null && (!isDoubted || doubted === typed);
  };
  return (
    <FormDialog
      {...{ isOpen, blockedBecause, onClose }}
      title={t('Edit Tool Speed')}
      subtitle={nameRun(tracked)}
      submitLabel={isDoubted && doubted === typed ? t('Save Anyway') : t('Save')}
      note={t('From where the pig is now, until the next passage is verified. 0 pauses the run.')}
      onValidate={validate}
      onSubmit={save}
      width={420}
    >
      <div className={styles.speed}>
        <SpeedField unit={unit} value={typed} error={isAsked ? fault : null} onChange={setTyped} />
        <SegmentedControl size="sm" aria-label={t('Unit')} data={[...SPEED_UNITS]} value={unit} onChange={choose} />
      </div>
      {isDoubted && doubted === typed && (
        <Warning>
          {t('{speed} {unit} is outside {range}, the usual range of pigs.', {
            speed: Number(writeSpeedIn(readSpeedIn(typed, unit), unit)),
            unit,
            range: USUAL_RANGES[unit],
          })}
        </Warning>
      )}
    </FormDialog>
  );
}
