import { lazy } from 'react';
import { loadPart } from '#/api/load-part.ts';
import { t } from '#/language/t.ts';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { LateMenu } from '#/ui/button/LateMenu.tsx';

const loadLayerMenu = () => loadPart(async () => (await import('./load-layer-menu.ts')).loadLayerMenu());

const LayerMenu = lazy(async () => ({ default: await loadLayerMenu() }));

/** Chooses the base layer of the map. */
export function LayerControl() {
  return (
    <LateMenu
      popup="dialog"
      load={loadLayerMenu}
      renderTrigger={(trigger) => <IconButton icon="layers" label={t('Map layers')} {...trigger} />}
    >
      <LayerMenu />
    </LateMenu>
  );
}
