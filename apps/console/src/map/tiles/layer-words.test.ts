import { describe, expect, it } from 'vitest';
import { describeRadar, describeSources, describeStandIn } from './layer-words.ts';

describe("the texts about the map's layers", () => {
  it('names the base layer that the built-in map replaces', () => {
    expect(describeStandIn('streets', 'down')).toBe(
      'The hosts of Streets do not answer. The built-in base map stands in until they do.',
    );
    expect(describeStandIn('streets', 'off')).toMatch(/built-in base map/);
    expect(describeStandIn('streets', 'up')).toBeNull();
    expect(describeStandIn('streets', 'asking')).toBeNull();
  });

  it('describes the radar only if it is switched on', () => {
    expect(describeRadar(true, 'down')).toMatch(/radar does not answer/);
    expect(describeRadar(false, 'down')).toBeNull();
    expect(describeRadar(true, 'up')).toBeNull();
  });

  it('[W-296] credits the visible sources', () => {
    const shown = { status: 'up', credit: '© Somebody', radarCredit: null } as const;
    expect(describeSources(shown)).toBe('© Somebody');
    expect(describeSources({ ...shown, radarCredit: 'Radar: IEM' })).toBe('© Somebody · Radar: IEM');
    expect(describeSources({ ...shown, status: 'down' })).toBe('Built-in base map');
    expect(describeSources({ ...shown, status: 'off', groundCredits: ['© OpenStreetMap', '© OpenStreetMap'] })).toBe(
      'Built-in base map · © OpenStreetMap',
    );
    expect(describeSources({ ...shown, hasNames: true, groundCredits: ['© OpenStreetMap'] })).toBe(
      '© Somebody · © OpenStreetMap',
    );
    expect(describeSources({ ...shown, status: 'asking' })).toBe('');
  });
});
