import { useQueryClient, useQuery } from '@tanstack/react-query';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { formatLocation, isLocated } from '@waymark/domain/device/location';
import { t } from '#/language/t.ts';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import type { DialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { AgmEditDialog } from './AgmEditDialog.tsx';
import { issueCredential, refreshAgms, revokeCredential, type Agm } from './agms.data.ts';
import { removeDevice, addDevice } from './fleet.data.ts';
import { ImportDialog } from './import/ImportDialog.tsx';
import { REMOVAL } from './RemoveDeviceDialog.tsx';
import { useCanWrite } from '#/live/online-store.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { validateForm } from '#/ui/dialog/validate-form.ts';
import { deviceStore } from '#/features/devices/store/device-store.ts';
import { describeExistingUid, validateImei, validateUid } from './agm-form.view.ts';
import { positionRules, readPosition } from '#/features/devices/site/position-form.view.ts';
import { PositionFields } from '#/features/devices/site/PositionFields.tsx';
import { Button } from '#/ui/button/Button.tsx';
import { DialogFoot } from '#/ui/dialog/DialogFrame.tsx';
import { InfoDialog } from '#/ui/dialog/InfoDialog.tsx';
import { PropertyList, PropertyRow } from '#/ui/sheet/Panel.tsx';
import { CredentialState } from './CredentialState.tsx';
import { groupsQuery } from '#/features/devices/store/companies.data.ts';
import styles from './AgmDialogs.module.css';

const EMPTY_FORM = { uid: '', lat: '', lon: '', imei: '' };

const rules = { uid: (uid: string) => validateUid(uid) ?? findExisting(uid), ...positionRules, imei: validateImei };

export type AgmStep =
  | { readonly kind: 'add' }
  | { readonly kind: 'import' }
  | { readonly kind: 'info' | AgmAct; readonly agm: Agm };

interface AgmDialogsProps {
  readonly groupId: number;
  readonly dialogs: DialogChain<AgmStep>;
}

interface CredentialStepProps {
  readonly isOpen: boolean;
  readonly agm: Agm;
  readonly onClose: () => void;
}

function IssueDialog({ agm, ...frame }: CredentialStepProps) {
  const { uid, hasCredential } = agm;
  const queryClient = useQueryClient();
  return (
    <ConfirmDialog
      {...frame}
      title={
        hasCredential ? t('Rotate the credential of {uid}?', { uid }) : t('Issue a credential for {uid}?', { uid })
      }
      confirmLabel={t('Confirm')}
      isDestructive={hasCredential}
      onConfirm={() => issueCredential(queryClient, agm)}
    >
      {hasCredential && `${t('The present credential ends and its connection closes at once.')} `}
      {t('The new one is shown once.')}
    </ConfirmDialog>
  );
}

function RevokeDialog({ agm: { uid }, ...frame }: CredentialStepProps) {
  const queryClient = useQueryClient();
  return (
    <ConfirmDialog
      {...frame}
      title={t('Revoke the credential of {uid}?', { uid })}
      confirmLabel={t('Confirm')}
      isDestructive
      onConfirm={() => revokeCredential(queryClient, uid)}
    >
      {t('Its connection closes at once, and it cannot connect until a new credential is issued.')}
    </ConfirmDialog>
  );
}

function DeleteDialog({ agm: { uid }, ...frame }: CredentialStepProps) {
  const queryClient = useQueryClient();
  const remove = async () => {
    await removeDevice(uid);
    await refreshAgms(queryClient);
  };
  return (
    <ConfirmDialog
      {...frame}
      title={t('Delete AGM {uid}?', { uid })}
      confirmLabel={t('Confirm')}
      isDestructive
      onConfirm={remove}
    >
      {REMOVAL}
    </ConfirmDialog>
  );
}

/** The dialogs about one AGM, or about a file of them. */
export function AgmDialogs({ groupId, dialogs: { step, isOpen, turn, follow, close } }: AgmDialogsProps) {
  if (!step) return null;
  const frame = { isOpen, onClose: close };
  if (step.kind === 'add') return <AgmAddDialog key={turn} {...frame} groupId={groupId} />;
  if (step.kind === 'import') return <ImportDialog key={turn} {...frame} groupId={groupId} />;
  const { kind, agm } = step;
  switch (kind) {
    case 'info':
      return <AgmInfoDialog {...frame} agm={agm} onAct={(act) => follow({ kind: act, agm })} />;
    case 'edit':
      return <AgmEditDialog key={turn} {...frame} agm={agm} />;
    case 'issue':
      return <IssueDialog {...frame} agm={agm} />;
    case 'revoke':
      return <RevokeDialog {...frame} agm={agm} />;
    case 'delete':
      return <DeleteDialog {...frame} agm={agm} />;
  }
}

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

function AgmAddDialog({ isOpen, groupId, onClose }: AgmAddDialogProps) {
  const { blockedBecause } = useCanWrite();
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: EMPTY_FORM, validate: rules });
  const add = async () => {
    const { uid, imei, ...position } = form.getValues();
    await addDevice({ uid: Number(uid), group: groupId, imei: imei.trim(), ...readPosition(position) });
    await refreshAgms(queryClient);
  };
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Add AGM')}
      submitLabel={t('Add AGM')}
      blockedBecause={blockedBecause}
      note={t('Its credential is shown once afterwards.')}
      onValidate={() => validateForm(form)}
      onSubmit={add}
      onClose={onClose}
      width={440}
    >
      <TextInput
        label={t('UID')}
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('uid')}
      />
      <PositionFields form={form} />
      <TextInput
        label={t('IMEI')}
        placeholder={t('15 digits, of AGMs with a satellite modem')}
        inputMode="numeric"
        autoComplete="off"
        {...form.getInputProps('imei')}
      />
    </FormDialog>
  );
}

type AgmAct = 'edit' | 'issue' | 'revoke' | 'delete';

interface AgmInfoDialogProps {
  readonly isOpen: boolean;
  readonly agm: Agm;
  readonly onAct: (act: AgmAct) => void;
  readonly onClose: () => void;
}

function Position({ agm }: { readonly agm: Agm }) {
  if (!isLocated(agm)) return t('Not known');
  return <span className="tabular">{formatLocation(agm)}</span>;
}

function AgmInfoDialog({ isOpen, agm, onAct, onClose }: AgmInfoDialogProps) {
  const { uid, group, imei, hasCredential } = agm;
  const { blockedBecause } = useCanWrite();
  const { data: groups } = useQuery(groupsQuery);
  const blocked = { disabled: blockedBecause !== undefined, title: blockedBecause };
  return (
    <InfoDialog isOpen={isOpen} title={t('AGM')} onClose={onClose} width={440}>
      <PropertyList>
        <PropertyRow label={t('UID')}>
          <span className="tabular">{uid}</span>
        </PropertyRow>
        <PropertyRow label={t('Group')}>{groups?.find(({ id }) => id === group)?.groupName ?? group}</PropertyRow>
        <PropertyRow label={t('Position')}>
          <Position agm={agm} />
        </PropertyRow>
        {imei !== null && (
          <PropertyRow label={t('IMEI')}>
            <span className="tabular">{imei}</span>
          </PropertyRow>
        )}
        <PropertyRow label={t('Credential')}>
          <CredentialState agm={agm} />
        </PropertyRow>
      </PropertyList>
      <div className={styles.credential} role="group" aria-label={t('Credential')}>
        <Button size="small" icon="key" {...blocked} onClick={() => onAct('issue')}>
          {hasCredential ? t('Rotate credential') : t('Issue credential')}
        </Button>
        {hasCredential && (
          <Button size="small" {...blocked} onClick={() => onAct('revoke')}>
            {t('Revoke credential')}
          </Button>
        )}
      </div>
      <DialogFoot>
        <Button icon="trash" {...blocked} onClick={() => onAct('delete')}>
          {t('Delete')}
        </Button>
        <Button icon="edit" {...blocked} onClick={() => onAct('edit')}>
          {t('Edit')}
        </Button>
      </DialogFoot>
    </InfoDialog>
  );
}
