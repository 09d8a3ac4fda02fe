import { Menu } from '@mantine/core';
import { Button } from '#/ui/button/Button.tsx';
import { Icon, iconPaths, type IconName } from '#/ui/button/Icon.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { LateMenu, useLateOpen } from '#/ui/button/LateMenu.tsx';
import { PlainButton } from '#/ui/button/PlainButton.tsx';
import { signPaths, type SignName, Sign } from '#/ui/button/Sign.tsx';
import { Example } from '../Example.tsx';

const LOOKS = ['primary', 'default', 'quiet', 'danger'] as const;
const SIZES = ['tiny', 'small', 'normal', 'large'] as const;

const SIGNS = Object.keys(signPaths) as SignName[];

/** Stands for a menu of another chunk. */
const load = () => Promise.resolve();

function LateList() {
  return (
    <Menu position="bottom-start" width={160} {...useLateOpen()}>
      <Menu.Target>
        <Button autoFocus>Late menu</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item>First</Menu.Item>
        <Menu.Item>Second</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

export function Shelf() {
  return (
    <>
      {LOOKS.map((look) => (
        <Example key={look} title={`Button: ${look}, with icon, pressed, busy, faulty, disabled`}>
          <Button look={look}>Save</Button>
          <Button look={look} icon="download">
            Export
          </Button>
          <Button look={look} aria-pressed>
            Compare
          </Button>
          <Button look={look} isBusy>
            Saving
          </Button>
          <Button look={look} isFaulty>
            Faulty
          </Button>
          <Button look={look} disabled>
            Disabled
          </Button>
        </Example>
      ))}
      <Example title="Button: sizes">
        {SIZES.map((size) => (
          <Button key={size} size={size} icon="plus">
            {size}
          </Button>
        ))}
      </Example>
      <Example title="Button: full width" layout="stack">
        <Button look="primary" isWide>
          Send Commands Now
        </Button>
      </Example>
      <Icons />
    </>
  );
}

function Icons() {
  return (
    <>
      <Example title="IconButton: normal, small, boxed, pressed, busy, disabled">
        <IconButton icon="edit" label="Edit" />
        <IconButton icon="edit" label="Edit, small" isSmall />
        <IconButton icon="chevronLeft" label="Previous" isSmall isBoxed />
        <IconButton icon="place" label="Pin" aria-pressed />
        <IconButton icon="retry" label="Refresh" aria-busy />
        <IconButton icon="trash" label="Delete" disabled />
      </Example>
      <Example title="LateMenu">
        <LateMenu load={load} renderTrigger={(trigger) => <Button {...trigger}>Late menu</Button>}>
          <LateList />
        </LateMenu>
      </Example>
      <Example title="Before the sign-in: PlainButton with a Sign, Sign">
        <PlainButton mark={<Sign name="check" size={15} />}>Done</PlainButton>
        {SIGNS.map((name) => (
          <span key={name} title={name}>
            <Sign name={name} />
          </span>
        ))}
      </Example>
      <Example title="Icon">
        {(Object.keys(iconPaths) as IconName[]).map((name) => (
          <span key={name} title={name}>
            <Icon name={name} />
          </span>
        ))}
      </Example>
    </>
  );
}
