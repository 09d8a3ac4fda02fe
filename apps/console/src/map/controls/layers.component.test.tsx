import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, refuse } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { chooseBaseLayer, useLayerChoice } from '../tiles/layer-choice.ts';
import { setTileStatus } from '../tiles/tile-status.ts';
import { LayerControl } from './LayerControl.tsx';

const SETTINGS = 'GET /console/settings';
const button = page.getByRole('button', { name: 'Map layers' });
const choices = page.getByRole('radio');
const radar = page.getByRole('checkbox', { name: 'Weather radar' });
const noRuns = page.getByRole('checkbox', { name: 'Show No Active Runs' });
const notes = page.getByRole('status');

const layer = { urls: [], attribution: '', maxZoom: 16 };

function answerSettings(hasRadar = false): void {
  const tiles = { basic: layer, streets: layer, satellite: layer, default: layer, radar: hasRadar ? layer : null };
  answer(SETTINGS, { supportUrl: 'https://support.example.com/', externalSignIn: null, demo: null, tiles });
}

beforeEach(() => answerSettings());

async function openMenu(): Promise<void> {
  render(<LayerControl />);
  await button.click();
  await expect.element(choices.first()).toBeVisible();
}

it('[W-264] the layer menu loads on its first use, works by keyboard alone and returns the focus', async () => {
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

it('the layer menu offers the radar only where the installation has one', async () => {
  await openMenu();
  await expect.element(noRuns).toBeVisible();
  await expect.element(radar).not.toBeInTheDocument();
});

it('the layer menu shows and hides the radar, and stores the choice', async () => {
  answerSettings(true);
  await openMenu();
  await radar.click();
  await expect.element(radar).toBeChecked();
  expect(JSON.parse(localStorage.getItem('waymark.map-layers') ?? '')).toMatchObject({ isRadarShown: true });
  await radar.click();
  expect(useLayerChoice.getState().isRadarShown).toBe(false);
});

it('the layer menu hides the active runs, and keeps the base layer', async () => {
  chooseBaseLayer('satellite');
  await openMenu();
  await noRuns.click();
  expect(useLayerChoice.getState()).toEqual({ base: 'satellite', isRadarShown: false, areRunsHidden: true });
});

it('the layer menu says that hosts do not respond, as soon as that is known', async () => {
  answerSettings(true);
  await openMenu();
  await expect.element(notes).toBeEmptyDOMElement();
  setTileStatus({ base: 'down' });
  await expect.poll(() => notes.element().children.length).toBe(1);
  await radar.click();
  setTileStatus({ radar: 'down' });
  await expect.poll(() => notes.element().children.length).toBe(2);
  setTileStatus({ base: 'up', radar: 'up' });
  await expect.element(notes).toBeEmptyDOMElement();
});

it('the layer menu works without the settings of the server', async () => {
  expectLogged(/ApiError/);
  refuse(SETTINGS, 'internal-error');
  await openMenu();
  await page.getByRole('radio', { name: 'Basic' }).click();
  expect(useLayerChoice.getState().base).toBe('basic');
  await expect.element(radar).not.toBeInTheDocument();
});
