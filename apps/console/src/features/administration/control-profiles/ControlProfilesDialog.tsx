import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/use-can-write.ts';
import { Button } from '#/ui/button/Button.tsx';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { DialogFoot } from '#/ui/dialog/DialogFrame.tsx';
import { InfoDialog } from '#/ui/dialog/InfoDialog.tsx';
import { dialogHome, useDialogChain, type DialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { EmptyState } from '#/ui/state/DataState.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { ReloadFailure } from '#/ui/state/ReloadFailure.tsx';
import { controlProfilesQuery, deleteProfile, type ControlProfile } from './control-profiles.data.ts';
import { describeProfile } from './profile-form.view.ts';
import { ProfileFormDialog } from './ProfileFormDialog.tsx';
import styles from '../list-dialog.module.css';

type Step =
  | { readonly kind: 'edit'; readonly profile: ControlProfile | null }
  | { readonly kind: 'delete'; readonly profile: ControlProfile };

/** The column profiles of the company for control points. */
export function ControlProfilesDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const query = useQuery({ ...controlProfilesQuery, enabled: isOpen });
  const dialogs = useDialogChain<Step>();
  return (
    <>
      <InfoDialog
        isOpen={isOpen}
        title={t('Control Point Columns')}
        onClose={onClose}
        width={560}
        isFlush
        isCovered={dialogs.isOpen}
      >
        <ReloadFailure query={query} what={t('Column profiles')} />
        <div {...dialogHome}>
          <LoadedData query={query} what={t('Column profiles')} widths={[220, 300, 240]}>
            {(profiles) => <Profiles profiles={profiles} dialogs={dialogs} />}
          </LoadedData>
        </div>
      </InfoDialog>
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
  const blocked = { disabled: !canWrite, title: blockedBecause };
  return (
    <>
      {profiles.length === 0 && <EmptyState>{t('No column profiles')}</EmptyState>}
      <ul className={styles.list} aria-label={t('Column profiles')}>
        {profiles.map((profile) => (
          <li key={profile.id} className={styles.row}>
            <div className={styles.words}>
              <div className={styles.name}>{profile.name}</div>
              <div className={styles.detail}>{describeProfile(profile)}</div>
            </div>
            <div className={styles.acts}>
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
            </div>
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <DialogFoot note={t('For the control points of completed runs, as each inspection company wants them.')}>
          <Button {...blocked} look="primary" icon="plus" onClick={() => open({ kind: 'edit', profile: null })}>
            {t('New columns')}
          </Button>
        </DialogFoot>
      </div>
    </>
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
