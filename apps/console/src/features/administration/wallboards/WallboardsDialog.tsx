import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/use-can-write.ts';
import { Button } from '#/ui/button/Button.tsx';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { DialogFoot } from '#/ui/dialog/DialogFrame.tsx';
import { InfoDialog } from '#/ui/dialog/InfoDialog.tsx';
import { SecretDialog } from '#/ui/dialog/SecretDialog.tsx';
import { dialogHome, useDialogChain, type DialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { CopyField } from '#/ui/field/CopyField.tsx';
import { EmptyState } from '#/ui/state/DataState.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { ReloadFailure } from '#/ui/state/ReloadFailure.tsx';
import { Tag } from '#/ui/state/Tag.tsx';
import styles from '../keys/KeyList.module.css';
import { describeMaking, describeUse } from '../keys/keys.view.ts';
import { MakeWallboardDialog } from './MakeWallboardDialog.tsx';
import {
  linkOfWallboard,
  revokeWallboard,
  wallboardsQuery,
  type MadeWallboard,
  type Wallboard,
} from './wallboards.data.ts';

type WallboardStep =
  | { readonly kind: 'make' }
  | { readonly kind: 'made'; readonly made: MadeWallboard }
  | { readonly kind: 'revoke'; readonly wallboard: Wallboard };

/** Lists the wallboards of the admin's company, makes and revokes them. */
export function WallboardsDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const query = useQuery({ ...wallboardsQuery, enabled: isOpen });
  const dialogs = useDialogChain<WallboardStep>();
  return (
    <>
      <InfoDialog
        isOpen={isOpen}
        title={t('Wallboards')}
        onClose={onClose}
        width={620}
        isFlush
        isCovered={dialogs.isOpen}
      >
        <ReloadFailure query={query} what={t('wallboards')} />
        <div {...dialogHome}>
          <LoadedData query={query} what={t('wallboards')} widths={[220, 300, 240]}>
            {(wallboards) => <WallboardList wallboards={wallboards} dialogs={dialogs} />}
          </LoadedData>
        </div>
      </InfoDialog>
      <WallboardDialogs key={dialogs.turn} isOpen={isOpen && dialogs.isOpen} dialogs={dialogs} />
    </>
  );
}

interface ListProps {
  readonly wallboards: readonly Wallboard[];
  readonly dialogs: DialogChain<WallboardStep>;
}

function WallboardList({ wallboards, dialogs }: ListProps) {
  const { canWrite, blockedBecause } = useCanWrite();
  const blocked = { disabled: !canWrite, title: blockedBecause };
  return (
    <>
      {wallboards.length === 0 && <EmptyState>{t('No wallboards')}</EmptyState>}
      <ul className={styles.list} aria-label={t('Wallboards')}>
        {wallboards.map((wallboard) => (
          <li key={wallboard.id} className={styles.row}>
            <WallboardWords wallboard={wallboard} />
            <Button
              {...blocked}
              aria-label={t('Revoke {name}, {prefix}', { name: wallboard.name, prefix: wallboard.prefix })}
              onClick={() => dialogs.open({ kind: 'revoke', wallboard })}
            >
              {t('Revoke')}
            </Button>
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <DialogFoot
          note={t(
            'A screen of a control room shows active runs, map, alerts and links, and changes nothing. Times are UTC.',
          )}
        >
          <Button look="primary" icon="plus" {...blocked} onClick={() => dialogs.open({ kind: 'make' })}>
            {t('Make a wallboard')}
          </Button>
        </DialogFoot>
      </div>
    </>
  );
}

function WallboardWords({ wallboard }: { readonly wallboard: Wallboard }) {
  return (
    <div className={styles.words}>
      <div className={styles.head}>
        {wallboard.name}
        <span className={`mono ${styles.prefix}`}>{wallboard.prefix}…</span>
        {wallboard.isExpired && <Tag>{t('Expired')}</Tag>}
      </div>
      <div className={styles.detail}>{describeMaking(wallboard)}</div>
      <div className={styles.detail}>{describeUse(wallboard)}</div>
    </div>
  );
}

function WallboardDialogs({ isOpen, dialogs }: { readonly isOpen: boolean } & Pick<ListProps, 'dialogs'>) {
  const queryClient = useQueryClient();
  const { step, close, follow } = dialogs;
  switch (step?.kind) {
    case undefined:
      return null;
    case 'make':
      return <MakeWallboardDialog isOpen={isOpen} onMade={(made) => follow({ kind: 'made', made })} onClose={close} />;
    case 'made':
      return (
        <SecretDialog
          isOpen={isOpen}
          title={t('Wallboard')}
          subtitle={step.made.name}
          warning={t('This link is shown only now. Open it in the browser of the wallboard; it cannot be shown again.')}
          question={t('Close without the link?')}
          onClose={close}
        >
          <CopyField label={t('Web address')} text={linkOfWallboard(step.made)} />
        </SecretDialog>
      );
    case 'revoke':
      return (
        <ConfirmDialog
          isOpen={isOpen}
          title={t('Revoke wallboard?')}
          confirmLabel={t('Revoke')}
          isDestructive
          onConfirm={() => revokeWallboard(queryClient, step.wallboard)}
          onClose={close}
        >
          {t('{name} goes dark within seconds, wherever its link is open.', { name: step.wallboard.name })}
        </ConfirmDialog>
      );
  }
}
