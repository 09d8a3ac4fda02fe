import { Menu } from '@mantine/core';
import { t } from '#/language/t.ts';
import { Icon } from '#/ui/button/Icon.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { openDialog, openShortcuts } from '../shell-store.ts';
import { useLateOpen } from '#/ui/button/LateMenu.tsx';

/** The help menu, initially open. */
export function HelpMenuList() {
  return (
    <Menu position="bottom-end" width={220} {...useLateOpen()}>
      <Menu.Target>
        <IconButton icon="help" label={t('Help')} autoFocus />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="commands" />} onClick={() => openShortcuts()}>
          {t('Keyboard shortcuts')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="info" />} onClick={() => openDialog('about')}>
          {t('About Waymark')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
