import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { ALERT_KINDS } from '@waymark/domain/alert/alert-kind';
import { ALERT_TITLES } from '@waymark/domain/words/alert-titles';
import type { Alert } from '#/features/alerts/alerts-store.ts';
import { beginForm, checkForm, readForm, type SilenceForm } from '#/features/alerts/silence.view.ts';
import { addSilence } from '#/features/alerts/silences.data.ts';
import { pathsQuery } from '#/features/runs/runs.data.ts';
import { useSession } from '#/features/session/session-store.ts';
import { t } from '#/language/t.ts';
import { serverNow } from '#/live/clock-store.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { UtcField } from '#/ui/field/UtcField.tsx';

interface SilenceDialogProps {
  /** The alert from which the form is filled; null: an empty form. */
  readonly alert: Alert | null;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const KINDS = [
  { value: '', label: t('All kinds') },
  ...ALERT_KINDS.map((kind) => ({ value: kind, label: t(ALERT_TITLES[kind]) })),
];

const NONE = { value: '', label: t('All') };

/** Paths, and the markers of the chosen one. */
function usePlaceChoices({ pathId }: SilenceForm, groupId: number | undefined) {
  const { data: paths = [] } = useQuery(pathsQuery);
  const own = paths.filter((path) => groupId === undefined || path.groupId === groupId);
  const markers = own.find((path) => String(path.pathId) === pathId)?.markers ?? [];
  return {
    paths: [NONE, ...own.map((path) => ({ value: String(path.pathId), label: path.name }))],
    markers: [NONE, ...markers.map(({ name }) => ({ value: name, label: name }))],
  };
}

/** Asks for the scope of a silence, its times and its reason. */
export function SilenceDialog({ alert, isOpen, onClose }: SilenceDialogProps) {
  const { blockedBecause } = useCanWrite();
  const isSuperadmin = useSession(({ user }) => user?.role === 'superadmin');
  const groupId = isSuperadmin ? alert?.groupId : undefined;
  const form = useForm<SilenceForm>({
    initialValues: beginForm(alert, serverNow()),
    validate: (values) => checkForm(values, serverNow()),
  });
  const { paths, markers } = usePlaceChoices(form.values, groupId);
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Silence alerts')}
      subtitle={t('They are recorded, and no message is sent.')}
      submitLabel={t('Silence')}
      blockedBecause={blockedBecause}
      note={t('Every chosen part must fit. Times are UTC.')}
      onValidate={() => !form.validate().hasErrors}
      onSubmit={() => addSilence(readForm(form.getValues(), groupId))}
      onClose={onClose}
      width={460}
    >
      <NativeSelect label={t('Kind')} data={KINDS} {...form.getInputProps('kind')} />
      <NativeSelect
        label={t('Path')}
        data={paths}
        {...form.getInputProps('pathId')}
        onChange={({ currentTarget }) => form.setValues({ pathId: currentTarget.value, markerName: '' })}
      />
      <NativeSelect label={t('Marker')} data={markers} {...form.getInputProps('markerName')} />
      <TextInput label={t('AGM')} placeholder={t('All')} inputMode="numeric" {...form.getInputProps('uid')} />
      <UtcField label={t('From (UTC)')} {...form.getInputProps('from')} />
      <UtcField label={t('Until (UTC)')} {...form.getInputProps('until')} />
      <Textarea label={t('Reason')} maxLength={300} autosize minRows={2} {...form.getInputProps('reason')} />
    </FormDialog>
  );
}
