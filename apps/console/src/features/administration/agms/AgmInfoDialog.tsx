import { formatLocation, isLocated } from '@waymark/domain/device/location';
import { useQuery } from '@tanstack/react-query';
import { useCanWrite } from '#/live/use-can-write.ts';
import { Button } from '#/ui/button/Button.tsx';
import { DialogFoot } from '#/ui/dialog/DialogFrame.tsx';
import { InfoDialog } from '#/ui/dialog/InfoDialog.tsx';
import { PropertyList, PropertyRow } from '#/ui/sheet/Panel.tsx';
import type { Agm } from './agms.data.ts';
import { CredentialState } from './CredentialState.tsx';
import { groupsQuery } from '#/features/devices/store/companies.data.ts';
import styles from './AgmInfoDialog.module.css';

export type AgmAct = 'edit' | 'issue' | 'revoke' | 'delete';

interface AgmInfoDialogProps {
  readonly isOpen: boolean;
  readonly agm: Agm;
  readonly onAct: (act: AgmAct) => void;
  readonly onClose: () => void;
}

function Position({ agm }: { readonly agm: Agm }) {
  if (!isLocated(agm)) return 'Not known';
  return <span className="tabular">{formatLocation(agm)}</span>;
}

export function AgmInfoDialog({ isOpen, agm, onAct, onClose }: AgmInfoDialogProps) {
  const { uid, group, imei, hasCredential } = agm;
  const { blockedBecause } = useCanWrite();
  const { data: groups } = useQuery(groupsQuery);
  const blocked = { disabled: blockedBecause !== undefined, title: blockedBecause };
  return (
    <InfoDialog isOpen={isOpen} title="AGM" onClose={onClose} width={440}>
      <PropertyList>
        <PropertyRow label="UID">
          <span className="tabular">{uid}</span>
        </PropertyRow>
        <PropertyRow label="Group">{groups?.find(({ id }) => id === group)?.groupName ?? group}</PropertyRow>
        <PropertyRow label="Position">
          <Position agm={agm} />
        </PropertyRow>
        {imei !== null && (
          <PropertyRow label="IMEI">
            <span className="tabular">{imei}</span>
          </PropertyRow>
        )}
        <PropertyRow label="Credential">
          <CredentialState agm={agm} />
        </PropertyRow>
      </PropertyList>
      <div className={styles.credential} role="group" aria-label="Credential">
        <Button size="small" icon="key" {...blocked} onClick={() => onAct('issue')}>
          {hasCredential ? 'Rotate credential' : 'Issue credential'}
        </Button>
        {hasCredential && (
          <Button size="small" {...blocked} onClick={() => onAct('revoke')}>
            Revoke credential
          </Button>
        )}
      </div>
      <DialogFoot>
        <Button icon="trash" {...blocked} onClick={() => onAct('delete')}>
          Delete
        </Button>
        <Button icon="edit" {...blocked} onClick={() => onAct('edit')}>
          Edit
        </Button>
      </DialogFoot>
    </InfoDialog>
  );
}
