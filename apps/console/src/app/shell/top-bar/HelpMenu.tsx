import { lazy } from 'react';
import { t } from '#/language/t.ts';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { LateMenu } from '#/ui/button/LateMenu.tsx';
import { loadHelpMenu } from './load-menus.ts';

const HelpMenuList = lazy(async () => ({ default: (await loadHelpMenu()).HelpMenuList }));

export function HelpMenu() {
  return (
    <LateMenu
      load={loadHelpMenu}
      renderTrigger={(trigger) => <IconButton icon="help" label={t('Help')} {...trigger} />}
    >
      <HelpMenuList />
    </LateMenu>
  );
}
