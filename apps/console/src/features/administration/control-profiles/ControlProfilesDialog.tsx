import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '#/language/t.ts';
import { useUnits } from '#/features/units/units.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { DialogList, DialogRow, ListDialog } from '#/ui/dialog/ListDialog.tsx';
import { useDialogChain, type DialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { controlProfilesQuery, deleteProfile, type ControlProfile } from './control-profiles.data.ts';
import { describeProfile } from './profile-form.view.ts';
import { ProfileFormDialog } from './ProfileFormDialog.tsx';

type Step =
  | { readonly kind: 'edit'; readonly profile: ControlProfile | null }
  | { readonly kind: 'delete'; readonly profile: ControlProfile };

/** The column profiles of the company for control points. */
export function ControlProfilesDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const query = useQuery({ ...controlProfilesQuery, enabled: isOpen });
  const dialogs = useDialogChain<Step>();
  return (
    <>
      <ListDialog
        isOpen={isOpen}
        title={t('Control Point Columns')}
        width={560}
        query={query}
        what={t('Column profiles')}
        isCovered={dialogs.isOpen}
        onClose={onClose}
      >
        {(profiles) => <Profiles profiles={profiles} dialogs={dialogs} />}
      </ListDialog>
      <Dialogs key={dialogs.turn} isOpen={isOpen && dialogs.isOpen} dialogs={dialogs} />
    </>
  );
}

interface ProfilesProps {
  readonly profiles: readonly ControlProfile[];
  readonly dialogs: DialogChain<Step>;
}

function Profiles({ profiles, dialogs: { open } }: ProfilesProps) {
  const { canWrite, blockedBecause } = useCanWrite();
  const units = useUnits();
  const blocked = { disabled: !canWrite, title: blockedBecause };
  return (
    <DialogList
      label={t('Column profiles')}
      empty={t('No column profiles')}
      note={t('For the control points of completed runs, as each inspection company wants them.')}
      addLabel={t('New columns')}
      blockedBecause={blockedBecause}
      onAdd={() => open({ kind: 'edit', profile: null })}
    >
      {profiles.map((profile) => (
        <DialogRow key={profile.id} head={profile.name} details={[describeProfile(profile, units)]}>
          <Button
            {...blocked}
            aria-label={t('Edit {name}', { name: profile.name })}
            onClick={() => open({ kind: 'edit', profile })}
          >
            {t('Edit')}
          </Button>
          <Button
            {...blocked}
            aria-label={t('Delete {name}', { name: profile.name })}
            onClick={() => open({ kind: 'delete', profile })}
          >
            {t('Delete')}
          </Button>
        </DialogRow>
      ))}
    </DialogList>
  );
}

function Dialogs({
  isOpen,
  dialogs: { step, close },
}: {
  readonly isOpen: boolean;
  readonly dialogs: DialogChain<Step>;
}) {
  const queryClient = useQueryClient();
  if (!step) return null;
  if (step.kind === 'edit') return <ProfileFormDialog isOpen={isOpen} profile={step.profile} onClose={close} />;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('Delete columns?')}
      confirmLabel={t('Delete')}
      isDestructive
      onConfirm={() => deleteProfile(queryClient, step.profile)}
      onClose={close}
    >
      {step.profile.name}
    </ConfirmDialog>
  );
}
