import { create } from 'zustand';
import { readJson, writeJson } from '#/api/browser-storage.ts';
import { t } from '#/language/t.ts';

/** In the order of the layer control. */
export const BASE_LAYERS = [
  { name: 'default', label: t('Default') },
  { name: 'basic', label: t('Basic') },
  { name: 'streets', label: t('Streets') },
  { name: 'satellite', label: t('Satellite') },
] as const;
export type BaseLayerName = (typeof BASE_LAYERS)[number]['name'];

export interface LayerChoice {
  readonly base: BaseLayerName;
  readonly isRadarShown: boolean;
  /** "Show No Active Runs" */
  readonly areRunsHidden: boolean;
}

const STORED_AS = 'waymark.map-layers';
const FIRST: LayerChoice = { base: 'default', isRadarShown: false, areRunsHidden: false };

/** Reads the valid part of the stored choice. */
export function readLayerChoice(kept: unknown): LayerChoice {
  if (typeof kept !== 'object' || kept === null) return FIRST;
  const { base, isRadarShown, areRunsHidden }: { readonly [Choice in keyof LayerChoice]?: unknown } = kept;
  const known = BASE_LAYERS.find(({ name }) => name === base);
  return {
    base: known?.name ?? FIRST.base,
    isRadarShown: isRadarShown === true,
    areRunsHidden: areRunsHidden === true,
  };
}

export const useLayerChoice = create<LayerChoice>()(() => readLayerChoice(readJson(STORED_AS)));

function keep(change: Partial<LayerChoice>): void {
  useLayerChoice.setState(change);
  writeJson(STORED_AS, useLayerChoice.getState());
}

export function chooseBaseLayer(base: BaseLayerName): void {
  keep({ base });
}

export function showRadar(isRadarShown: boolean): void {
  keep({ isRadarShown });
}

export function hideRuns(areRunsHidden: boolean): void {
  keep({ areRunsHidden });
}
