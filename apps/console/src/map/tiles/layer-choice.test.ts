import { describe, expect, it } from 'vitest';
import { BASE_LAYERS, chooseBaseLayer, readLayerChoice, showRadar, useLayerChoice } from './layer-choice.ts';

describe('the chosen map layers', () => {
  it('the default layer is Default, without radar', () => {
    expect(useLayerChoice.getState()).toEqual({ base: 'default', isRadarShown: false, areRunsHidden: false });
    expect(BASE_LAYERS.map(({ label }) => label).toSorted()).toEqual(['Basic', 'Default', 'Satellite', 'Streets']);
  });

  it('layer choices change independently', () => {
    chooseBaseLayer('streets');
    showRadar(true);
    chooseBaseLayer('satellite');
    expect(useLayerChoice.getState()).toEqual({ base: 'satellite', isRadarShown: true, areRunsHidden: false });
  });

  it('stored choices are restored if they are still known', () => {
    expect(readLayerChoice({ base: 'basic', isRadarShown: true })).toEqual({
      base: 'basic',
      isRadarShown: true,
      areRunsHidden: false,
    });
    expect(readLayerChoice({ base: 'moon', isRadarShown: 'yes' })).toEqual({
      base: 'default',
      isRadarShown: false,
      areRunsHidden: false,
    });
    expect(readLayerChoice({ base: 'basic', areRunsHidden: true }).areRunsHidden).toBe(true);
    for (const nothing of [null, 'basic', 7]) expect(readLayerChoice(nothing).base).toBe('default');
  });
});
