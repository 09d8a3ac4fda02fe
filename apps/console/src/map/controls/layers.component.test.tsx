import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { answer } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { chooseBaseLayer, useLayerChoice } from '../tiles/layer-choice.ts';
import { LayerControl } from './LayerControl.tsx';

const button = page.getByRole('button', { name: 'Map layers' });
const choices = page.getByRole('radio');

it('[W-264] the layer menu loads on its first use, works by keyboard alone and returns the focus', async () => {
  const layer = { urls: [], attribution: '', maxZoom: 16 };
  const tiles = { basic: layer, streets: layer, satellite: layer, default: layer, radar: null };
  answer('GET /console/settings', {
    supportUrl: 'https://support.example.com/',
    externalSignIn: null,
    demo: null,
    tiles,
  });
  chooseBaseLayer('streets');
  render(<LayerControl />);
  button.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('radio', { name: 'Streets' })).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{ArrowDown}');
  expect(useLayerChoice.getState().base).toBe('satellite');
  await userEvent.keyboard('{Escape}');
  await expect.element(choices.first()).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
  await button.click();
  await expect.element(page.getByRole('radio', { name: 'Satellite' })).toHaveFocus();
  await button.click();
  await expect.element(choices.first()).not.toBeInTheDocument();
});
