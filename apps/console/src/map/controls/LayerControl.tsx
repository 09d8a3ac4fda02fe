import { Popover } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { loadPart } from '#/api/load-part.ts';
import { IconButton } from '#/ui/button/IconButton.tsx';

/** Rarely opened, so the map does not wait for it. */
const LayerList = lazy(async () => ({
  default: await loadPart(async () => (await import('./load-layer-list.ts')).loadLayerList()),
}));

/** Chooses the base layer of the map. */
export function LayerControl() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="right-start" offset={10} trapFocus returnFocus>
      <Popover.Target>
        <IconButton icon="layers" label="Map layers" onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown aria-label="Map layers">
        <Suspense>
          <LayerList />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
