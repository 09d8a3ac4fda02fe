import { t } from '#/language/t.ts';
import { BASE_LAYERS, type BaseLayerName } from './layer-choice.ts';
import type { TileStatus } from './tile-health.ts';

const BUILT_IN = t('Built-in base map');

const labelOf = (base: BaseLayerName) => BASE_LAYERS.find(({ name }) => name === base)?.label ?? base;

/** Why the base map is not the chosen one; null if it is. */
export function describeStandIn(base: BaseLayerName, status: TileStatus | 'off'): string | null {
  if (status === 'down')
    return t('The hosts of {layer} do not answer. The built-in base map stands in until they do.', {
      layer: labelOf(base),
    });
  return status === 'off' ? t('No tiles are set up. The built-in base map stands in.') : null;
}

export function describeRadar(isShown: boolean, status: TileStatus): string | null {
  return isShown && status === 'down' ? t('The weather radar does not answer. It comes back when it does.') : null;
}

interface Shown {
  readonly status: TileStatus | 'off';
  readonly credit: string;
  /** Credits of the map files of the installation. */
  readonly groundCredits?: readonly string[];
  /** The tiles are images, with the names of the map files over them. */
  readonly hasNames?: boolean;
  /** Credit of the radar while it is visible. */
  readonly radarCredit: string | null;
}

/** The attribution of the map. */
export function describeSources({ status, credit, groundCredits = [], hasNames, radarCredit }: Shown): string {
  const files = [...new Set(groundCredits)];
  const tiles = hasNames === true ? [credit, ...files] : [credit];
  const ground = status === 'up' ? tiles : status === 'asking' ? [] : [BUILT_IN, ...files];
  return [...ground, radarCredit ?? ''].filter((part) => part !== '').join(' · ');
}
