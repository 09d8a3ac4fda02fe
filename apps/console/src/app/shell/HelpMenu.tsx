import { Menu } from '@mantine/core';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { openDialog, openShortcuts } from './shell-store.ts';

export function HelpMenu() {
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <IconButton icon="help" label="Help" />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="commands" />} onClick={() => openShortcuts()}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="info" />} onClick={() => openDialog('about')}>
          About Waymark
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
