import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useCanWrite } from '#/live/use-can-write.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { validateForm } from '#/ui/dialog/validate-form.ts';
import { deviceStore } from '#/features/devices/store/device-store.ts';
import { describeExistingUid, validateImei, validateUid } from './agm-form.view.ts';
import { positionRules, readPosition } from '#/features/devices/site/position-form.view.ts';
import { refreshAgms } from './agms.data.ts';
import { addDevice } from './fleet.data.ts';
import { PositionFields } from '#/features/devices/site/PositionFields.tsx';

interface AgmAddDialogProps {
  readonly isOpen: boolean;
  readonly groupId: number;
  readonly onClose: () => void;
}

/** The loaded devices are those of all groups. */
function findExisting(uid: string): string | null {
  const known = deviceStore.get(Number(uid));
  return known ? describeExistingUid(known.groupId, '') : null;
}

const EMPTY = { uid: '', lat: '', lon: '', imei: '' };
const rules = { uid: (uid: string) => validateUid(uid) ?? findExisting(uid), ...positionRules, imei: validateImei };

export function AgmAddDialog({ isOpen, groupId, onClose }: AgmAddDialogProps) {
  const { blockedBecause } = useCanWrite();
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: EMPTY, validate: rules });
  const add = async () => {
    const { uid, imei, ...position } = form.getValues();
    await addDevice({ uid: Number(uid), group: groupId, imei: imei.trim(), ...readPosition(position) });
    await refreshAgms(queryClient);
  };
  return (
    <FormDialog
      isOpen={isOpen}
      title="Add AGM"
      submitLabel="Add AGM"
      blockedBecause={blockedBecause}
      note="Its credential is shown once afterwards."
      onValidate={() => validateForm(form)}
      onSubmit={add}
      onClose={onClose}
      width={440}
    >
      <TextInput label="UID" inputMode="numeric" autoComplete="off" data-autofocus {...form.getInputProps('uid')} />
      <PositionFields form={form} />
      <TextInput
        label="IMEI"
        placeholder="15 digits, of AGMs with a satellite modem"
        inputMode="numeric"
        autoComplete="off"
        {...form.getInputProps('imei')}
      />
    </FormDialog>
  );
}
