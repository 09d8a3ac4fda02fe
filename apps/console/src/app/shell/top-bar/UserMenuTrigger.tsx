import type { ComponentProps } from 'react';
import { nameRole } from '#/features/session/role-words.ts';
import type { StoredUser } from '#/features/session/session-store.ts';
import { t } from '#/language/t.ts';
import { Icon } from '#/ui/button/Icon.tsx';
import styles from './UserMenu.module.css';

interface UserMenuTriggerProps extends Omit<ComponentProps<'button'>, 'children' | 'className'> {
  readonly user: StoredUser;
}

export function UserMenuTrigger({ user, ...rest }: UserMenuTriggerProps) {
  return (
    <button type="button" {...rest} className={styles.trigger}>
      <span className="visually-hidden">{t('User menu')}</span>
      <span className={styles.initials} aria-hidden>
        {initialsOf(user.name)}
      </span>
      <span className={styles.name}>{user.name}</span>
      <span className={styles.role}>{nameRole(user.role)}</span>
      <Icon name="chevronDown" size={14} />
    </button>
  );
}

export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words.at(0), words.length > 1 ? words.at(-1) : ''].map((word) => /^./u.exec(word ?? '')?.[0] ?? '');
  return letters.join('').toUpperCase();
}
