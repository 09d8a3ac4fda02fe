import { UTC } from '@waymark/domain/time/zone';
import { t } from '#/language/t.ts';
import { useZone } from '#/ui/clock/zones.ts';
import { useQuery } from '@tanstack/react-query';
import { PasswordInput, Text } from '@mantine/core';
import { useState } from 'react';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { EmptyState } from '#/ui/state/DataState.tsx';
import { DialogFoot } from '#/ui/dialog/DialogFrame.tsx';
import { InfoDialog } from '#/ui/dialog/InfoDialog.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { ReloadFailure } from '#/ui/state/ReloadFailure.tsx';
import { dialogHome, useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { ownSessionsQuery, type OwnSession, endOwnSessions } from './own-sessions.data.ts';
import {
  labelEndOthers,
  type SessionsToEnd,
  describeEnding,
  describeSession,
  nameEndButton,
} from './own-sessions.view.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import styles from './SessionList.module.css';
import { DialogRow } from '#/ui/dialog/ListDialog.tsx';
import { Tag } from '#/ui/state/Tag.tsx';

interface SessionsProps {
  readonly sessions: readonly OwnSession[];
  readonly onEnd: (ending: SessionsToEnd) => void;
}

function Sessions({ sessions, onEnd }: SessionsProps) {
  const { canWrite, blockedBecause } = useCanWrite();
  const zone = useZone();
  const label = labelEndOthers(sessions);
  return (
    <>
      {sessions.length === 0 && <EmptyState>{t('No sessions')}</EmptyState>}
      <SessionList sessions={sessions} onEnd={onEnd} />
      <div className={styles.foot}>
        <DialogFoot
          note={[
            zone === UTC ? t('Times are UTC.') : '',
            t('End a session that you do not know, and change your password.'),
          ]
            .join(' ')
            .trimStart()}
        >
          {label !== null && (
            <Button look="danger" disabled={!canWrite} title={blockedBecause} onClick={() => onEnd('others')}>
              {label}
            </Button>
          )}
        </DialogFoot>
      </div>
    </>
  );
}

/** Lists the user's sessions and ends them. */
export function SessionsDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const query = useQuery({ ...ownSessionsQuery, enabled: isOpen });
  const ending = useDialogChain<SessionsToEnd>();
  return (
    <>
      <InfoDialog isOpen={isOpen} title={t('Sessions')} onClose={onClose} width={560} isFlush isCovered={ending.isOpen}>
        <ReloadFailure query={query} what={t('Sessions')} />
        <div {...dialogHome}>
          <LoadedData query={query} what={t('Sessions')} widths={[220, 160, 240]}>
            {(sessions) => <Sessions sessions={sessions} onEnd={ending.open} />}
          </LoadedData>
        </div>
      </InfoDialog>
      {ending.step !== null && (
        <EndSessionsDialog
          key={ending.turn}
          isOpen={isOpen && ending.isOpen}
          ending={ending.step}
          sessions={query.data ?? []}
          reload={() => query.refetch()}
          onClose={ending.close}
        />
      )}
    </>
  );
}

interface EndSessionsDialogProps {
  readonly isOpen: boolean;
  readonly ending: SessionsToEnd;
  readonly sessions: readonly OwnSession[];
  readonly reload: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for the password, then ends one session or all others. */
function EndSessionsDialog({ isOpen, ending, sessions, reload, onClose }: EndSessionsDialogProps) {
  const [currentPassword, setCurrentPassword] = useState('');
  const { blockedBecause } = useCanWrite();
  const zone = useZone();
  const { title, explanation, needsPassword } = describeEnding(ending, sessions, zone);
  return (
    <FormDialog
      isOpen={isOpen}
      title={title}
      submitLabel={t('End')}
      width={420}
      blockedBecause={
        blockedBecause ?? (needsPassword && currentPassword === '' ? t('Enter your password') : undefined)
      }
      onSubmit={async () => {
        try {
          await endOwnSessions({
            ...(ending !== 'others' && { id: ending.id }),
            ...(needsPassword && { currentPassword }),
          });
        } finally {
          // Also after a refusal: the session may have ended already.
          await reload();
        }
      }}
      onClose={onClose}
    >
      <Text size="sm">{explanation}</Text>
      {needsPassword && (
        <PasswordInput
          label={t('Your password')}
          data-autofocus
          autoComplete="current-password"
          value={currentPassword}
          onChange={(event) => setCurrentPassword(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}

interface SessionListProps {
  readonly sessions: readonly OwnSession[];
  readonly onEnd: (session: OwnSession) => void;
}

function EndButton({ session, onEnd }: { readonly session: OwnSession; readonly onEnd: SessionListProps['onEnd'] }) {
  const { canWrite, blockedBecause } = useCanWrite();
  const zone = useZone();
  return (
    <Button
      disabled={!canWrite}
      title={blockedBecause}
      aria-label={nameEndButton(session, zone)}
      onClick={() => onEnd(session)}
    >
      {t('End')}
    </Button>
  );
}

/** The user's own sessions; the current one is ended by signing out. */
function SessionList({ sessions, onEnd }: SessionListProps) {
  const zone = useZone();
  return (
    <ul className={styles.list} aria-label={t('Sessions')}>
      {sessions.map((session) => (
        <DialogRow
          key={session.id}
          head={
            <>
              {session.userAgent}
              {session.isCurrent && <Tag tone="accent">{t('This session')}</Tag>}
            </>
          }
          details={describeSession(session, zone)}
        >
          {!session.isCurrent && <EndButton session={session} onEnd={onEnd} />}
        </DialogRow>
      ))}
    </ul>
  );
}
