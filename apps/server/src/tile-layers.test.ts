import { describe, expect, it } from 'vitest';
import { DEFAULT_TILES, listTileOrigins, readTileLayer } from './tile-layers.ts';

describe('a tile layer', () => {
  it('is one template, credited to its host', () => {
    expect(readTileLayer('https://tiles.example.com/{z}/{x}/{y}.png')).toEqual({
      urls: ['https://tiles.example.com/{z}/{x}/{y}.png'],
      attribution: 'tiles.example.com',
      maxZoom: 19,
    });
  });

  it('is several templates in their order, with a credit', () => {
    expect(
      readTileLayer('https://a.example/{z}/{x}/{y}?l=1,2, http://b.example/{z}/{y}/{x} | © Somebody'),
    ).toMatchObject({
      urls: ['https://a.example/{z}/{x}/{y}?l=1,2', 'http://b.example/{z}/{y}/{x}'],
      attribution: '© Somebody',
    });
  });

  it('may be off', () => {
    expect(readTileLayer('off')?.urls).toEqual([]);
  });

  it.each([
    'nonsense',
    'https://tiles.example.com/map.png',
    'ftp://tiles.example.com/{z}/{x}/{y}',
    'file:///{z}/{x}/{y}',
  ])('is not %s', (text) => {
    expect(readTileLayer(text)).toBeNull();
  });

  it('[M-014] [M-015] comes from public services, and only they may be asked', () => {
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
