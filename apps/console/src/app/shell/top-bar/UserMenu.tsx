import { lazy } from 'react';
import { LateMenu } from '#/ui/button/LateMenu.tsx';
import { loadUserMenu } from './load-menus.ts';
import type { UserMenuProps } from './UserMenuList.tsx';
import { UserMenuTrigger } from './UserMenuTrigger.tsx';

const UserMenuList = lazy(async () => ({ default: (await loadUserMenu()).UserMenuList }));

export function UserMenu(props: UserMenuProps) {
  return (
    <LateMenu load={loadUserMenu} renderTrigger={(trigger) => <UserMenuTrigger user={props.user} {...trigger} />}>
      <UserMenuList {...props} />
    </LateMenu>
  );
}
