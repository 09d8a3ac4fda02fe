import { Switch } from '@mantine/core';
import { ADMINS, type Role } from '@waymark/contract/roles';
import { useId } from 'react';
import { Icon } from '#/ui/button/Icon.tsx';
import styles from './PassageWindow.module.css';

interface VerifySwitchProps {
  readonly isVerified: boolean;
  readonly role: Role;
  readonly blockedBecause: string | undefined;
  readonly onToggle: () => void;
}

/** Shows whether the passage is verified; only administrators can change it. */
export function VerifySwitch({ isVerified, role, blockedBecause, onToggle }: VerifySwitchProps) {
  const id = useId();
  const words = isVerified ? 'Verified' : 'Unverified';
  if (!ADMINS.includes(role)) {
    return (
      <span className={styles.verified} data-verified={isVerified}>
        <Icon name={isVerified ? 'check' : 'error'} size={14} />
        {words}
      </span>
    );
  }
  return (
    <span className={styles.verified} data-verified={isVerified} title={blockedBecause}>
      <label htmlFor={id}>{words}</label>
      <Switch id={id} checked={isVerified} disabled={blockedBecause !== undefined} onChange={onToggle} />
    </span>
  );
}
