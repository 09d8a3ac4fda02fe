import { describe, expect, it } from 'vitest';
import page from '../../../index.html?raw';
import manifest from '../../../public/manifest.webmanifest?raw';
import { themes } from './tokens.ts';

describe('the installed console', () => {
  it('the manifest has the colours of the dark theme', () => {
    expect(JSON.parse(manifest)).toMatchObject({
      background_color: themes.dark.surface.app,
      theme_color: themes.dark.surface.panel,
    });
    expect(page).toContain(`<meta name="theme-color" content="${themes.dark.surface.panel}" />`);
  });
});
