import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Role } from '@waymark/contract/roles';
import { answer } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { answerUser, makeDevice, putDevices } from '#/features/runs/testing/run-fixtures.ts';
import { button, choose, dialog, expectNone, expectTexts, press } from '#/features/runs/testing/run-screen.ts';
import { NEW_DRAFT } from '../draft.ts';
import { startEditing, useEditor } from '../editor-store.ts';
import { AgmsSection } from './AgmsSection.tsx';

const NO_AGMS: readonly number[] = [];

function Agms() {
  return <AgmsSection agms={useEditor(({ draft }) => draft?.agms ?? NO_AGMS)} />;
}

function renderAgms(role: Role = 'admin', agms: readonly number[] = []): void {
  answerUser(role);
  startEditing({ ...NEW_DRAFT, agms });
  render(<Agms />, { role });
}

const section = page.getByRole('region', { name: 'AGMs' });
const chips = section.getByRole('listitem');

it('[R-029] AgmsSection adds all AGMs and stores the last places of those that are offline', async () => {
  putDevices(makeDevice(347_001), makeDevice(347_002, { isConnected: false, lat: 36.45, lon: -97.7 }));
  renderAgms();
  await expect.element(section).toMatchTextContent('No AGMs selected');
  await press('Add All', section);
  await expectTexts(chips, ['347001', '347002']);
  expect(useEditor.getState().draft?.offlineAgms).toEqual({ 347_002: { lat: 36.45, lon: -97.7 } });
});

it('[R-030] AgmsSection adds the AGMs chosen in the list and says how many they are', async () => {
  putDevices(makeDevice(347_001), makeDevice(347_002), makeDevice(347_003));
  renderAgms('admin', [347_001, 347_003]);
  await press('Select from a list', section);
  const list = dialog('Select AGMs');
  await expect.element(list.getByRole('status')).toMatchTextContent('2 of 3 selected');
  await list.getByRole('row', { name: /347003/ }).click();
  await list.getByRole('row', { name: /347002/ }).click();
  await press('Select', list);
  await expectNone(list);
  await expectTexts(chips, ['347001', '347002']);
});

it('AgmsSection keeps the AGMs when the list is cancelled', async () => {
  putDevices(makeDevice(347_001), makeDevice(347_002));
  renderAgms('admin', [347_001]);
  await press('Select from a list', section);
  await dialog('Select AGMs')
    .getByRole('row', { name: /347002/ })
    .click();
  await press('Cancel', dialog('Select AGMs'));
  await expectNone(dialog('Select AGMs'));
  await expectTexts(chips, ['347001']);
});

it('AgmsSection removes one AGM by its chip and shows only the first 24', async () => {
  const uids = Array.from({ length: 30 }, (_, at) => 347_001 + at);
  putDevices(...uids.map((uid) => makeDevice(uid)));
  renderAgms('admin', uids);
  await expect.element(chips.last()).toMatchTextContent('and 6 more');
  await press('Remove 347001', section);
  await expect.element(chips.last()).toMatchTextContent('and 5 more');
  await expect.element(chips.first()).toMatchTextContent('347002');
});

it('AgmsSection disables its buttons without any AGM and says why', async () => {
  renderAgms();
  await expect.element(button('Add All', section)).toBeDisabled();
  await expect.element(button('Select from a list', section)).toHaveAttribute('title', 'There are no AGMs.');
  await expect.element(button('Select on map', section)).toBeEnabled();
});

it('AgmsSection asks a superadmin for the company first and fixes it with the first AGM', async () => {
  answer('GET /admin/group', [
    { id: 3, groupName: 'Demo Pipelines' },
    { id: 4, groupName: 'North Gas' },
  ]);
  putDevices(makeDevice(347_001), makeDevice(347_002, { groupId: 4 }));
  renderAgms('superadmin');
  await expect.element(button('Add All', section)).toHaveAttribute('title', 'Choose a company first.');
  await choose('Company', 'North Gas', section);
  await press('Add All', section);
  await expectTexts(chips, ['347002']);
  await expect.element(section.getByRole('combobox', { name: 'Company' })).toBeDisabled();
  await expect.element(section).toMatchTextContent('All AGMs of a path belong to one company.');
});
