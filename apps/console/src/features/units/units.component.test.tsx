import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { answer, callsOf, refuse } from '#/testing/fake-server.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { UnitsDialog } from './UnitsDialog.tsx';
import { chooseUnits } from './choose-units.ts';
import { forgetUnits, parseUnits, showUnitsOf, useUnits, useUnitStore } from './units.ts';

const ME = 'GET /pigrun/user/get-user';
const OWN = 'POST /pigrun/user/units';
const COMPANY = 'POST /company/units';
const user = {
  id: 7,
  name: 'Dana Reyes',
  email: 'dana.reyes@example.com',
  role: 'admin',
  phone: '',
  a2PMessagingOptInState: false,
  units: null,
  companyUnits: 'us',
  language: null,
  companyLanguage: 'en',
  times: 'utc',
  timeZone: null,
} as const;

const dialog = page.getByRole('dialog', { name: 'Units' });
const mine = dialog.getByRole('radiogroup', { name: 'My units' });
const company = dialog.getByRole('radiogroup', { name: 'Units of the company' });
const save = dialog.getByRole('button', { name: 'Save' });

function Shown() {
  return <output>{useUnits()}</output>;
}

function show(): void {
  render(
    <>
      <Shown />
      <UnitsDialog isOpen onClose={() => undefined} />
    </>,
  );
}

beforeEach(() => answer(ME, user));

it('[W-302] UnitsDialog saves the choice of the user and shows it at once', async () => {
  show();
  await expect.element(mine.getByRole('radio', { name: 'As the company' })).toBeChecked();
  await expectAccessible();
  await mine.getByRole('radio', { name: 'Metric' }).click();
  answer(OWN, { ...user, units: 'metric' });
  await save.click();
  await expect.element(page.getByText('Units saved')).toBeVisible();
  expect(callsOf(OWN).map(({ body }) => body)).toEqual([{ units: 'metric' }]);
  expect(callsOf(COMPANY)).toEqual([]);
  await expect.element(page.getByRole('status').filter({ hasText: 'metric' })).toBeInTheDocument();
  expect(localStorage.getItem('waymark.units')).toBe('metric');
});

it('[W-302] UnitsDialog lets an admin choose for the company', async () => {
  show();
  await company.getByRole('radio', { name: 'Metric' }).click();
  answer(COMPANY, { ...user, companyUnits: 'metric' });
  await save.click();
  await expect.element(page.getByText('Units saved')).toBeVisible();
  expect(callsOf(COMPANY).map(({ body }) => body)).toEqual([{ units: 'metric' }]);
  expect(callsOf(OWN)).toEqual([]);
  expect(useUnitStore.getState().units).toBe('metric');
});

it.each(['viewer', 'superadmin'] as const)(
  '[W-302] UnitsDialog has no choice for the company for a %s',
  async (role) => {
    answer(ME, { ...user, role });
    show();
    await expect.element(mine).toBeVisible();
    expect(company.query()).toBeNull();
  },
);

it('UnitsDialog keeps the choice when saving fails, and cannot be saved offline', async () => {
  show();
  await mine.getByRole('radio', { name: 'Metric' }).click();
  refuse(OWN, 'forbidden');
  await save.click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  await expect.element(mine.getByRole('radio', { name: 'Metric' })).toBeChecked();
  expect(useUnitStore.getState().units).toBe('us');
  setOffline();
  await expect.element(save).toBeDisabled();
});

it('[R-125] chooseUnits shows the units at once and says that they were not saved', async () => {
  expectLogged(/^ApiError/);
  render(<Shown />);
  refuse(OWN, 'forbidden');
  chooseUnits('metric');
  expect(useUnitStore.getState().units).toBe('metric');
  await expect.element(page.getByText('The units were not saved')).toBeVisible();
});

it('[W-302] the units of a user hide those of the company, and the next user of the browser starts with the default', () => {
  showUnitsOf({ units: null, companyUnits: 'metric' });
  expect(useUnitStore.getState().units).toBe('metric');
  showUnitsOf({ units: 'us', companyUnits: 'metric' });
  expect(useUnitStore.getState().units).toBe('us');
  showUnitsOf({ units: 'metric', companyUnits: 'us' });
  forgetUnits();
  expect([useUnitStore.getState().units, localStorage.getItem('waymark.units')]).toEqual(['us', null]);
  expect([null, 'metric', 'us', 'miles'].map(parseUnits)).toEqual(['us', 'metric', 'us', 'us']);
});
