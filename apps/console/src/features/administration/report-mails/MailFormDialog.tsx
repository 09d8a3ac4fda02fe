import { Checkbox, MultiSelect, NativeSelect, Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { MAIL_CONTENTS, MAIL_INTERVALS } from '@waymark/domain/report/mail-schedule';
import { useState } from 'react';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { useZoneStore } from '#/ui/clock/zones.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { saveMail, type MailPerson, type ReportMail, type SentMail } from './report-mails.data.ts';
import {
  beginMail,
  CONTENT_LABELS,
  HOURS,
  INTERVAL_LABELS,
  listEligible,
  parseContent,
  parseInterval,
  WEEKDAY_LABELS,
} from './report-mails.view.ts';

interface MailFormDialogProps {
  readonly isOpen: boolean;
  /** null: a new one. */
  readonly mail: ReportMail | null;
  readonly people: readonly MailPerson[];
  readonly onClose: () => void;
}

const listZones = () => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

/** Content, schedule and recipients of a report by mail. */
export function MailFormDialog({ isOpen, mail, people, onClose }: MailFormDialogProps) {
  const queryClient = useQueryClient();
  const { blockedBecause } = useCanWrite();
  const ownZone = useZoneStore((store) => store.ownZone);
  const [form, setForm] = useState<SentMail>(() => beginMail(mail, ownZone));
  const [isChecked, setChecked] = useState(false);
  const change = (part: Partial<SentMail>) => setForm({ ...form, ...part });
  const eligible = listEligible(people, form.content);
  const userIds = form.userIds.filter((id) => eligible.some(({ userId }) => userId === id));
  return (
    <FormDialog
      isOpen={isOpen}
      title={mail ? t('Edit Report by Mail') : t('New Report by Mail')}
      submitLabel={t('Save')}
      blockedBecause={blockedBecause}
      note={t('The mail has the facts and a link. Files need a sign-in.')}
      onValidate={() => {
        setChecked(true);
        return userIds.length > 0;
      }}
      onSubmit={() => saveMail(queryClient, { ...form, userIds })}
      onClose={onClose}
      width={440}
    >
      <NativeSelect
        label={t('Content')}
        data={MAIL_CONTENTS.map((value) => ({ value, label: CONTENT_LABELS[value] }))}
        value={form.content}
        onChange={({ currentTarget }) => change({ content: parseContent(currentTarget.value) })}
      />
      <ScheduleFields form={form} onChange={change} />
      <MultiSelect
        label={t('Recipients')}
        description={form.content === 'finished' ? t('Only admins see completed runs.') : undefined}
        data={eligible.map(({ userId, name }) => ({ value: String(userId), label: name }))}
        value={userIds.map(String)}
        error={isChecked && userIds.length === 0 ? t('Choose at least one') : null}
        searchable
        onChange={(chosen) => change({ userIds: chosen.map(Number) })}
      />
      <Checkbox
        label={t('Switched on')}
        checked={form.isOn}
        onChange={({ currentTarget }) => change({ isOn: currentTarget.checked })}
      />
    </FormDialog>
  );
}

interface ScheduleFieldsProps {
  readonly form: SentMail;
  readonly onChange: (part: Partial<SentMail>) => void;
}

function ScheduleFields({ form, onChange }: ScheduleFieldsProps) {
  return (
    <>
      <NativeSelect
        label={t('How often')}
        data={MAIL_INTERVALS.map((value) => ({ value, label: INTERVAL_LABELS[value] }))}
        value={form.every}
        onChange={({ currentTarget }) => onChange({ every: parseInterval(currentTarget.value) })}
      />
      {form.every === 'week' && (
        <NativeSelect
          label={t('Day')}
          data={WEEKDAY_LABELS.map((label, day) => ({ value: String(day), label }))}
          value={String(form.weekday)}
          onChange={({ currentTarget }) => onChange({ weekday: Number(currentTarget.value) })}
        />
      )}
      <NativeSelect
        label={t('Hour')}
        data={HOURS}
        value={String(form.hour)}
        onChange={({ currentTarget }) => onChange({ hour: Number(currentTarget.value) })}
      />
      <Select
        label={t('Time zone')}
        data={listZones()}
        value={form.timeZone}
        searchable
        allowDeselect={false}
        onChange={(timeZone) => timeZone !== null && onChange({ timeZone })}
      />
    </>
  );
}
