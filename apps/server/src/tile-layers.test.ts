import { describe, expect, it } from 'vitest';
import { DEFAULT_TILES, listTileOrigins, readTileLayer } from './tile-layers.ts';

describe('tile layers', () => {
  it('a single template is credited to its host by default', () => {
    expect(readTileLayer('https://tiles.example.com/{z}/{x}/{y}.png')).toEqual({
      urls: ['https://tiles.example.com/{z}/{x}/{y}.png'],
      attribution: 'tiles.example.com',
      maxZoom: 19,
    });
  });

  it('several templates keep their order and have a credit', () => {
    expect(
      readTileLayer('https://a.example/{z}/{x}/{y}?l=1,2, http://b.example/{z}/{y}/{x} | © Example Maps'),
    ).toMatchObject({
      urls: ['https://a.example/{z}/{x}/{y}?l=1,2', 'http://b.example/{z}/{y}/{x}'],
      attribution: '© Example Maps',
    });
  });

  it('the value off disables a layer', () => {
    expect(readTileLayer('off')?.urls).toEqual([]);
  });

  it.each([
    'nonsense',
    'https://tiles.example.com/map.png',
    'ftp://tiles.example.com/{z}/{x}/{y}',
    'file:///{z}/{x}/{y}',
  ])('readTileLayer refuses %s', (text) => {
    expect(readTileLayer(text)).toBeNull();
  });

  it('[M-014] [M-015] the default tiles come from public services, and only their hosts are allowed', () => {
    expect(DEFAULT_TILES.default.urls).toHaveLength(2);
    expect(listTileOrigins(DEFAULT_TILES)).toEqual([
      'https://basemap.nationalmap.gov',
      'https://tile.openstreetmap.org',
      'https://services.arcgisonline.com',
      'https://mesonet.agron.iastate.edu',
    ]);
    expect(listTileOrigins({ ...DEFAULT_TILES, radar: { urls: [], attribution: '', maxZoom: 0 } })).toHaveLength(3);
  });
});
