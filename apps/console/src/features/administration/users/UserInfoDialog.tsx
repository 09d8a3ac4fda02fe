import { useQuery } from '@tanstack/react-query';
import { useCanWrite } from '#/live/use-can-write.ts';
import { Button } from '#/ui/button/Button.tsx';
import { DialogFoot } from '#/ui/dialog/DialogFrame.tsx';
import { InfoDialog } from '#/ui/dialog/InfoDialog.tsx';
import { PropertyList, PropertyRow } from '#/ui/sheet/Panel.tsx';
import { currentUserQuery, type Person } from './users.data.ts';
import { describeRole } from './users.view.ts';

interface UserInfoDialogProps {
  readonly isOpen: boolean;
  readonly person: Person;
  readonly onEdit: () => void;
  readonly onSignOut: () => void;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

const OWN = 'You cannot delete yourself.';

export function UserInfoDialog({ isOpen, person, onEdit, onSignOut, onDelete, onClose }: UserInfoDialogProps) {
  const { blockedBecause } = useCanWrite();
  const { data: me } = useQuery(currentUserQuery);
  const isOwn = me?.id === person.id;
  const kept = isOwn ? OWN : blockedBecause;
  return (
    <InfoDialog isOpen={isOpen} title="User" onClose={onClose} width={420}>
      <PropertyList>
        <PropertyRow label="Name">{person.name}</PropertyRow>
        <PropertyRow label="Email">{person.email}</PropertyRow>
        <PropertyRow label="Phone">
          <span className="tabular">{person.phone === '' ? '–' : person.phone}</span>
        </PropertyRow>
        <PropertyRow label="Role">{describeRole(person)}</PropertyRow>
      </PropertyList>
      <DialogFoot note={isOwn ? OWN : undefined}>
        <Button icon="trash" disabled={kept !== undefined} title={kept} onClick={onDelete}>
          Delete
        </Button>
        <Button disabled={blockedBecause !== undefined} title={blockedBecause} onClick={onSignOut}>
          Sign out everywhere
        </Button>
        <Button icon="edit" disabled={blockedBecause !== undefined} title={blockedBecause} onClick={onEdit}>
          Edit
        </Button>
      </DialogFoot>
    </InfoDialog>
  );
}
