import { Checkbox, Select } from '@mantine/core';
import { SCHEDULES } from '@waymark/domain/device/modes';
import { useState, type ReactNode } from 'react';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import { Warning } from '#/ui/state/Warning.tsx';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { useDialogChain, type DialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { ChoiceField } from '../form/ChoiceField.tsx';
import { CommandForm } from '../form/CommandForm.tsx';
import { DetectorFields } from '../form/DetectorFields.tsx';
import { changeDetector } from '../form/detectors.view.ts';
import { listPowerChoices, takesSchedule } from '../form/power-mode.view.ts';
import type { Device } from '#/features/devices/store/device.ts';
import { findCommandHarm, type RunHarm } from '../run-harm.view.ts';
import { RunHarmWarning } from '../RunHarmDialog.tsx';
import type { CommandSender } from '../send-command.ts';
import {
  ACT_LABELS,
  canSendSettings,
  CHOICE_ROWS,
  describeDetectors,
  fillDetectors,
  hasEmptyDetectors,
  hasReported,
  describeActs,
  NO_ACTS,
  readSatelliteDraft,
  toSettingsOrder,
  type SatelliteActs,
  type SatelliteDraft,
} from './satellite-settings.view.ts';
import styles from './Satellite.module.css';

const SCHEDULE_OPTIONS = SCHEDULES.map((label, index) => ({ value: String(index), label: t(label) }));
const ACTS = Object.keys(ACT_LABELS) as (keyof SatelliteActs)[];

export interface SatelliteFormProps {
  /** The device when the window opened: its reports do not overwrite the user's entries. */
  readonly device: Device;
  /** The device at present. */
  readonly present: Device;
  readonly sender: CommandSender;
}

interface PartProps {
  readonly draft: SatelliteDraft;
  readonly onChange: (draft: SatelliteDraft) => void;
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      <div className={styles.controls}>{children}</div>
    </>
  );
}

function PowerRow({ device, draft, onChange }: PartProps & { readonly device: Device }) {
  const { power } = draft;
  return (
    <Row label={t('Power mode')}>
      <ChoiceField
        label={t('Power mode')}
        choices={listPowerChoices(device)}
        value={power.mode}
        isDisabled={false}
        onChange={(mode) => onChange({ ...draft, power: { ...power, mode } })}
      />
      {takesSchedule(power) && (
        <Select
          className={styles.schedule}
          aria-label={t('Connection schedule')}
          placeholder={t('As it is')}
          data={SCHEDULE_OPTIONS}
          allowDeselect={false}
          value={power.schedule === null ? null : String(power.schedule)}
          onChange={(schedule) => onChange({ ...draft, power: { ...power, schedule: Number(schedule) } })}
        />
      )}
    </Row>
  );
}

function ChoiceRows({ draft, onChange }: PartProps) {
  return CHOICE_ROWS.map(({ field, label, choices }) => (
    <Row key={field} label={label}>
      <ChoiceField
        label={label}
        choices={choices}
        value={draft.choices[field]}
        isDisabled={false}
        onChange={(value) => onChange({ ...draft, choices: { ...draft.choices, [field]: value } })}
      />
    </Row>
  ));
}

function DetectorRows({ draft, onChange }: PartProps) {
  return (
    <div className={styles.detectors}>
      {draft.detectors.detectors.map((detector, number) => (
        <DetectorFields
          key={number}
          canBeEmpty
          {...{ number, detector }}
          onChange={(change) => onChange({ ...draft, detectors: changeDetector(draft.detectors, number, change) })}
        />
      ))}
    </div>
  );
}

function ActBoxes({ draft, onChange }: PartProps) {
  return (
    <fieldset className={styles.acts}>
      <legend className={styles.label}>{t('Once, with this message')}</legend>
      {ACTS.map((act) => (
        <Checkbox
          key={act}
          label={ACT_LABELS[act]}
          checked={draft.acts[act]}
          onChange={({ currentTarget }) =>
            onChange({ ...draft, acts: { ...draft.acts, [act]: currentTarget.checked } })
          }
        />
      ))}
    </fieldset>
  );
}

const REQUEST = { commandType: 'ControlSettings', parameters: {} } as const;

interface ReportStateProps extends Pick<SatelliteFormProps, 'present' | 'sender'> {
  /** The values from which the fields were filled. */
  readonly filled: SatelliteDraft;
  readonly onFill: () => void;
}

/** Says that fields are empty because the device has not reported them, and offers to request them. */
function ReportState({ present, sender, filled, onFill }: ReportStateProps) {
  const { blockedBecause, isSending } = sender;
  if (hasReported(readSatelliteDraft(present))) {
    if (hasReported(filled)) return null;
    return (
      <div className={styles.report} role="status">
        <Warning>{t('The device has reported its settings.')}</Warning>
        <Button size="small" onClick={onFill}>
          {t('Fill in')}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.report}>
      <Warning>
        {t(
          'The device has not reported all of its settings. Request them first: a field that is empty is not sent, and stays as it is on the device.',
        )}
      </Warning>
      <Button
        size="small"
        disabled={blockedBecause !== undefined || isSending}
        title={blockedBecause}
        onClick={() => sender.send([REQUEST])}
      >
        {t('Request settings')}
      </Button>
    </div>
  );
}

function DetectorDefaults({ draft, onChange }: PartProps) {
  return (
    <Button
      size="small"
      title={t('10 Hz, sensitivity High, detectors 0 and 1 on, where a field is empty: not what the device reported')}
      onClick={() => onChange(fillDetectors(draft))}
    >
      {t('Detector defaults')}
    </Button>
  );
}

/** The data that the message would delete, and its harm to active runs. */
interface Losses {
  readonly loss: string | null;
  readonly harm: RunHarm | null;
}

interface LossQuestionProps {
  readonly question: DialogChain<Losses>;
  readonly uid: number;
  readonly onConfirm: () => void;
}

function LossQuestion({ question: { step, isOpen, close }, uid, onConfirm }: LossQuestionProps) {
  return (
    <ConfirmDialog
      {...{ isOpen, onConfirm }}
      title={t('Send to AGM {uid}?', { uid })}
      confirmLabel={t('Send')}
      isDestructive
      onClose={close}
    >
      {step?.loss}
      {step?.harm && <RunHarmWarning harm={step.harm} />}
    </ConfirmDialog>
  );
}

/** All satellite settings, sent in one message. */
export function SatelliteSettings({ device, present, sender }: SatelliteFormProps) {
  const [filled, setFilled] = useState(() => readSatelliteDraft(device));
  const [draft, setDraft] = useState(filled);
  const fill = () => {
    const last = readSatelliteDraft(present);
    setFilled(last);
    setDraft(last);
  };
  const question = useDialogChain<Losses>();
  // Resets the one-time actions, so that they are not repeated with the next message.
  const send = () => sender.send([toSettingsOrder(draft)], () => setDraft((sent) => ({ ...sent, acts: NO_ACTS })));
  const ask = () => {
    const loss = describeActs(draft.acts);
    const harm = findCommandHarm(toSettingsOrder(draft), device.uid);
    if (loss === null && harm === null) send();
    else question.open({ loss, harm });
  };
  const parts = { draft, onChange: setDraft };
  return (
    <>
      <CommandForm
        label={t('Iridium Settings')}
        desk={sender}
        refusal={undefined}
        canSend={canSendSettings(draft)}
        note={
          describeDetectors(draft) ??
          t('One message sets all of this; an empty field is left out. Offline download is always sent.')
        }
        actions={
          <>
            {hasEmptyDetectors(draft) && <DetectorDefaults {...parts} />}
            <Button size="small" title={t('Back to the last known settings')} onClick={fill}>
              {t('Reset')}
            </Button>
          </>
        }
        onSend={ask}
      >
        <ReportState {...{ present, sender, filled }} onFill={fill} />
        <div className={styles.rows}>
          <PowerRow device={device} {...parts} />
          <ChoiceRows {...parts} />
        </div>
        <DetectorRows {...parts} />
        <ActBoxes {...parts} />
      </CommandForm>
      <LossQuestion question={question} uid={device.uid} onConfirm={send} />
    </>
  );
}
