import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCanWrite } from '#/live/use-can-write.ts';
import { Button } from '#/ui/button/Button.tsx';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { PropertyList, PropertyRow } from '#/ui/sheet/Panel.tsx';
import { dialogHome, useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { GroupDialog } from './GroupDialog.tsx';
import styles from './GroupInfo.module.css';
import { groupAgmsQuery, groupUsersQuery, removeGroup, type Group } from './users.data.ts';
import { explainKeptGroup } from './users.view.ts';

interface GroupInfoProps {
  readonly group: Group;
  readonly onDeleted: () => void;
}

function useHeld(groupId: number) {
  const { data: users } = useQuery(groupUsersQuery(groupId));
  const { data: agms } = useQuery(groupAgmsQuery(groupId));
  return { users: users?.length, agms: agms?.length };
}

export function GroupInfo({ group, onDeleted }: GroupInfoProps) {
  const { id, groupName } = group;
  const { blockedBecause } = useCanWrite();
  const queryClient = useQueryClient();
  const held = useHeld(id);
  const kept = explainKeptGroup(held);
  const dialogs = useDialogChain<'edit' | 'delete'>();
  const frame = { isOpen: dialogs.isOpen, onClose: dialogs.close };
  const remove = async () => {
    await removeGroup(queryClient, id);
    onDeleted();
  };
  return (
    <div className={styles.info} {...dialogHome}>
      <PropertyList>
        <PropertyRow label="Id">
          <span className="tabular">{id}</span>
        </PropertyRow>
        <PropertyRow label="Name">{groupName}</PropertyRow>
        <PropertyRow label="Users">{held.users?.toLocaleString('en-US') ?? '–'}</PropertyRow>
        <PropertyRow label="AGMs">{held.agms?.toLocaleString('en-US') ?? '–'}</PropertyRow>
      </PropertyList>
      <div className={styles.actions}>
        <Button
          icon="edit"
          disabled={blockedBecause !== undefined}
          title={blockedBecause}
          onClick={() => dialogs.open('edit')}
        >
          Edit Group
        </Button>
        <Button
          icon="trash"
          disabled={(kept ?? blockedBecause) !== undefined}
          title={kept ?? blockedBecause}
          onClick={() => dialogs.open('delete')}
        >
          Delete Group
        </Button>
      </div>
      {kept !== undefined && <p className={styles.kept}>{kept}</p>}
      {dialogs.step === 'edit' && <GroupDialog key={dialogs.turn} {...frame} group={group} />}
      {dialogs.step === 'delete' && (
        <ConfirmDialog
          {...frame}
          title={`Delete ${groupName}?`}
          confirmLabel="Confirm"
          isDestructive
          onConfirm={remove}
        >
          The group has neither AGMs nor users. What its AGMs have reported before goes when its time has come.
        </ConfirmDialog>
      )}
    </div>
  );
}
