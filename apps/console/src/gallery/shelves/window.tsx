import { useEffect, useState } from 'react';
import { Button } from '#/ui/button/Button.tsx';
import { FloatingWindow } from '#/ui/window/FloatingWindow.tsx';
import { changeWindowMode, useOpenWindow } from '#/ui/window/window-store.ts';
import { WindowLayer } from '#/ui/window/WindowLayer.tsx';
import type { WindowMode } from '#/ui/window/window-stack.ts';
import { Example } from '../Example.tsx';

const SIZE = { width: 300, height: 160 };
const MODES: Readonly<Record<string, WindowMode>> = {
  normal: 'normal',
  'normal, in front': 'normal',
  minimised: 'minimised',
  maximised: 'maximised',
};

interface ModeWindowProps {
  readonly name: string;
  readonly mode: WindowMode;
  readonly onClose: () => void;
}

function ModeWindow({ name, mode, onClose }: ModeWindowProps) {
  const id = `gallery-${name}`;
  const isOpened = useOpenWindow(id).entry !== undefined;
  useEffect(() => {
    if (isOpened && mode !== 'normal') changeWindowMode(id, mode);
  }, [isOpened, id, mode]);
  return (
    <FloatingWindow {...{ id, onClose }} kind={id} title="AGM 10488" subtitle={name} initialSize={SIZE}>
      Content of the window
    </FloatingWindow>
  );
}

export function Shelf() {
  const [open, setOpen] = useState<readonly string[]>(['normal', 'normal, in front', 'minimised']);
  return (
    <>
      <Example title="FloatingWindow: normal, minimised, maximised; on a frame below 640 px as on a phone">
        {Object.keys(MODES).map((name) => (
          <Button key={name} disabled={open.includes(name)} onClick={() => setOpen([...open, name])}>
            {name}
          </Button>
        ))}
      </Example>
      <Example title="WindowLayer" layout="stage">
        <WindowLayer />
      </Example>
      {open.map((name) => (
        <ModeWindow
          key={name}
          name={name}
          mode={MODES[name] ?? 'normal'}
          onClose={() => setOpen(open.filter((each) => each !== name))}
        />
      ))}
    </>
  );
}
