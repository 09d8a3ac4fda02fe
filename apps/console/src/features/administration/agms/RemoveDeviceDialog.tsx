import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useEffectEvent } from 'react';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { validateForm } from '#/ui/dialog/validate-form.ts';
import { useSelection } from '#/features/devices/store/selection.ts';
import { validateUid } from './agm-form.view.ts';
import { removeDevice } from './fleet.data.ts';
import { askRemoval, endRemoval, useFleetDialogs } from './fleet-store.ts';

/** The consequences of removing a device. */
export const REMOVAL = t(
  'Its credential ends and its connection closes. What it has reported stays with the company. An AGM that watches an active run cannot be removed.',
);

interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Asks for the device; a confirmation follows. */
export function RemoveDeviceDialog({ isOpen, onClose }: DialogProps) {
  const { blockedBecause } = useCanWrite();
  const form = useForm({ initialValues: { uid: '' }, validate: { uid: validateUid } });
  const startAnew = useEffectEvent(() => {
    const { uid } = useSelection.getState();
    form.setValues({ uid: uid === null ? '' : String(uid) });
    form.clearErrors();
  });
  useEffect(() => {
    if (isOpen) startAnew();
  }, [isOpen]);
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Remove Device')}
      submitLabel={t('Remove Device')}
      blockedBecause={blockedBecause}
      onValidate={() => validateForm(form)}
      onSubmit={() => askRemoval(Number(form.values.uid))}
      onClose={onClose}
      width={420}
    >
      <TextInput
        label={t('Device UID')}
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('uid')}
      />
    </FormDialog>
  );
}

export function ConfirmRemoval() {
  const uid = useFleetDialogs(({ removing }) => removing);
  return (
    <ConfirmDialog
      isOpen={uid !== null}
      title={t('Remove device {uid}?', { uid: uid ?? '' })}
      confirmLabel={t('Confirm')}
      isDestructive
      onConfirm={() => uid !== null && removeDevice(uid)}
      onClose={endRemoval}
    >
      {REMOVAL}
    </ConfirmDialog>
  );
}
