import type { ComponentProps } from 'react';
import { nameRole } from '#/features/session/role-words.ts';
import type { StoredUser } from '#/features/session/stored-user.ts';
import { t } from '#/language/t.ts';
import { Icon } from '#/ui/button/Icon.tsx';
import { initialsOf } from './initials.ts';
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
