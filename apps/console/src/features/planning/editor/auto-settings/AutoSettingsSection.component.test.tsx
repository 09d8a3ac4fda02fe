import { straightRun } from '@waymark/domain/run/testing/straight-run';
import type { Marker } from '@waymark/domain/path/marker';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { render } from '#/testing/render.tsx';
import { makePath } from '#/features/runs/testing/run-fixtures.ts';
import { button, dialog, expectNone, expectTexts, press } from '#/features/runs/testing/run-screen.ts';
import { draftOfPath } from '../draft.ts';
import { startEditing, useEditor } from '../editor-store.ts';
import { AutoSettingsSection } from './AutoSettingsSection.tsx';

const { markers: MARKERS } = straightRun({}, { M1: { autoVerify: true } }).path;
const NO_MARKERS: readonly Marker[] = [];

function AutoSettings() {
  return <AutoSettingsSection markers={useEditor(({ draft }) => draft?.markers ?? NO_MARKERS)} />;
}

function renderSettings(markers: readonly Marker[] = MARKERS): void {
  startEditing({ ...draftOfPath(makePath()), markers });
  render(<AutoSettings />);
}

const section = page.getByRole('region', { name: 'Auto Settings' });
const settings = dialog('Auto Settings');
const edit = () => press('Edit Auto Settings', section);

it('[R-033, R-046] AutoSettingsDialog has a row with both settings for each TRACK marker and for no other', async () => {
  renderSettings();
  await expect.element(section).toMatchTextContent('0 Auto Link, 1 Auto Verify');
  await edit();
  await expectTexts(settings.getByRole('row').getByRole('cell').filter({ hasText: /^M\d$/ }), [
    'M1',
    'M2',
    'M3',
    'M4',
    'M5',
  ]);
  await expect.element(settings.getByRole('checkbox', { name: 'Auto Verify, M1' })).toBeChecked();
  await expect.element(settings.getByRole('checkbox', { name: 'Auto Link, M1' })).not.toBeChecked();
  await expectAccessible();
});

it('[R-047] AutoSettingsDialog turns one setting on for all markers, and off if it is on for all', async () => {
  renderSettings();
  await edit();
  await press('Toggle All Auto Verify', settings);
  await expect.element(settings).toMatchTextContent('0 Auto Link, 5 Auto Verify');
  await press('Toggle All Auto Verify', settings);
  await expect.element(settings).toMatchTextContent('0 Auto Link, 0 Auto Verify');
  await press('Toggle All Auto Link', settings);
  await settings.getByRole('checkbox', { name: 'Auto Link, M3' }).click();
  await press('OK', settings);
  await expect.element(section).toMatchTextContent('4 Auto Link, 0 Auto Verify');
  expect(useEditor.getState().draft?.markers.map(({ autoLink }) => autoLink)).toEqual([
    false,
    true,
    true,
    false,
    true,
    true,
    false,
  ]);
});

it('AutoSettingsDialog changes nothing on Cancel, and starts again with the stored settings', async () => {
  renderSettings();
  await edit();
  await press('Toggle All Auto Link', settings);
  await press('Cancel', settings);
  await expectNone(settings);
  await expect.element(section).toMatchTextContent('0 Auto Link, 1 Auto Verify');
  await edit();
  await expect.element(settings.getByRole('checkbox', { name: 'Auto Link, M1' })).not.toBeChecked();
});

it('AutoSettingsDialog says that a path has no TRACK markers', async () => {
  renderSettings(MARKERS.filter(({ state }) => state === 'SKIP'));
  await edit();
  await expect.element(settings).toMatchTextContent('No TRACK markers');
  await expectNone(settings.getByRole('table'));
});

it('AutoSettingsSection cannot be opened before there are markers', async () => {
  renderSettings([]);
  await expect.element(button('Edit Auto Settings', section)).toBeDisabled();
});
