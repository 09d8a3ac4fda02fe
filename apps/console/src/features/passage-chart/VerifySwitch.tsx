import { Switch } from '@mantine/core';
import { ADMINS, type Role } from '@waymark/contract/roles';
import { AUTOMATIC } from '@waymark/domain/run/run';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { isApiError, logFailure } from '#/api/api-error.ts';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Icon } from '#/ui/button/Icon.tsx';
import { showError, showSuccess } from '#/ui/toast/toasts.ts';
import { refreshPassages, setVerified, type PassageChart } from './passage.data.ts';
import styles from './PassageWindow.module.css';

interface VerifySwitchProps {
  readonly isVerified: boolean;
  /** null: not verified, not known, or just being verified. */
  readonly verifiedBy: string | null;
  readonly role: Role;
  readonly blockedBecause: string | undefined;
  readonly onToggle: () => void;
}

/** Shows whether the passage is verified; only administrators can change it. */
export function VerifySwitch({ isVerified, verifiedBy, role, blockedBecause, onToggle }: VerifySwitchProps) {
  const id = useId();
  const words = isVerified ? t('Verified') : t('Unverified');
  const by = verifiedBy !== null && (
    <span className={styles.by}>
      {verifiedBy === AUTOMATIC ? t('automatic') : t('by {name}', { name: verifiedBy })}
    </span>
  );
  if (!ADMINS.includes(role)) {
    return (
      <span className={styles.verified} data-verified={isVerified}>
        <Icon name={isVerified ? 'check' : 'error'} size={14} />
        {words} {by}
      </span>
    );
  }
  return (
    <span className={styles.verified} data-verified={isVerified} title={blockedBecause}>
      <label htmlFor={id}>{words}</label>
      {by}
      <Switch id={id} checked={isVerified} disabled={blockedBecause !== undefined} onChange={onToggle} />
    </span>
  );
}

/** Shows the new state during the request, and the old one again if it fails. */
export function useVerification({ row }: PassageChart, role: Role, onRefused: (why: string) => void) {
  const queryClient = useQueryClient();
  const { blockedBecause } = useCanWrite();
  const { mutate, variables, isPending } = useMutation({
    mutationFn: (isVerified: boolean) => setVerified(row, isVerified),
    meta: { isShownInPlace: true },
    onSuccess: () => showSuccess(t('Success!')),
    onError: (cause) => {
      if (isApiError(cause, 'passage-not-verifiable')) onRefused(cause.detail);
      else showError({ message: t('The passage was not changed'), cause });
    },
    onSettled: () => refreshPassages(queryClient, row.uid),
  });
  const isVerified = isPending ? variables : row.isVerified;
  return {
    isVerified,
    blockedBecause,
    toggle: () => {
      if (!ADMINS.includes(role)) logFailure(new Error('Access Denied'));
      else if (!isPending && blockedBecause === undefined) mutate(!isVerified);
    },
  };
}
