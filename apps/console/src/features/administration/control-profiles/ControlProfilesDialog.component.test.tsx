import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { answer, callsOf, refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import type { ControlProfile } from './control-profiles.data.ts';
import { ControlProfilesDialog } from './ControlProfilesDialog.tsx';

const LIST = 'GET /company/control-profiles';
const SAVE = 'POST /company/control-profiles';
const PROFILE: ControlProfile = {
  id: 5,
  groupId: 3,
  name: 'Vendor A',
  columns: [
    { column: 'name', heading: 'AGM', unit: 'm', decimals: 0 },
    { column: 'distance', heading: 'Chainage', unit: 'km', decimals: 3 },
  ],
  timeFormat: 'utc',
  gapKm: 2,
};

const dialogOf = (name: string) => page.getByRole('dialog', { name, exact: true });
const list = dialogOf('Control Point Columns');
const form = dialogOf('Edit Columns');
const columns = form.getByRole('list', { name: 'Columns' }).getByRole('listitem');

function show(...profiles: ControlProfile[]) {
  answer(LIST, profiles);
  render(<ControlProfilesDialog isOpen onClose={() => undefined} />, { role: 'admin' });
}

it('[W-305, W-522] ControlProfilesDialog edits the gap, headings, units, decimals and the order of columns', async () => {
  show(PROFILE);
  await expect.element(list).toMatchTextContent('Vendor A2 columns, gaps longer than 1.24 mi');
  await list.getByRole('button', { name: 'Edit Vendor A' }).click();
  await expectAccessible();
  const gap = form.getByLabelText('List gaps longer than (mi)');
  await expect.element(gap).toHaveValue('1.243');
  await gap.fill('3 km');
  await columns.nth(1).getByLabelText('Heading').fill('Chain');
  await columns.nth(1).getByLabelText('Unit').selectOptions('ft');
  await columns.nth(1).getByLabelText('Decimals').fill('1');
  await form.getByRole('button', { name: 'Move Chain up' }).click();
  await form.getByRole('button', { name: 'Add column' }).click();
  await columns.nth(2).getByLabelText('Content').selectOptions('Time of the verified passage in UTC');
  answer(SAVE, PROFILE);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.element(form).not.toBeInTheDocument();
  expect(callsOf(SAVE)[0]?.body).toEqual({
    id: 5,
    name: 'Vendor A',
    timeFormat: 'utc',
    gapKm: 3,
    columns: [
      { column: 'distance', heading: 'Chain', unit: 'ft', decimals: 1 },
      { column: 'name', heading: 'AGM', unit: 'm', decimals: 0 },
      { column: 'time', heading: 'Time (UTC)', unit: 'm', decimals: 0 },
    ],
  });
});

it('[W-522] ControlProfilesDialog says what is missing and keeps the entries of a refused profile', async () => {
  show();
  await expect.element(list).toMatchTextContent('No column profiles');
  await list.getByRole('button', { name: 'New columns' }).click();
  const fresh = dialogOf('New Columns');
  await fresh.getByRole('button', { name: 'Save' }).click();
  await expect.element(fresh).toMatchTextContent('Enter a name.');
  await fresh.getByLabelText('Name', { exact: true }).fill('Vendor A');
  refuse(SAVE, 'control-profile-name-taken');
  await fresh.getByRole('button', { name: 'Save' }).click();
  await expect.element(fresh).toMatchTextContent('Your company has a column profile of this name.');
  await expect.element(fresh.getByLabelText('Name', { exact: true })).toHaveValue('Vendor A');
});

it('[W-522] ControlProfilesDialog deletes after a confirmation, and changes nothing while offline', async () => {
  show(PROFILE);
  answer('DELETE /company/control-profiles/:id', {});
  await list.getByRole('button', { name: 'Delete Vendor A' }).click();
  answer(LIST, []);
  await dialogOf('Delete columns?').getByRole('button', { name: 'Delete' }).click();
  await expect.element(list).toMatchTextContent('No column profiles');
  setOffline();
  await expect.element(list.getByRole('button', { name: 'New columns' })).toBeDisabled();
});
