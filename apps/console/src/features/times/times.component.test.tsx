import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useState } from 'react';
import { registerDeviceZones, useZoneStore } from '#/ui/clock/zones.ts';
import { listTimes, nameOtherTimes } from '#/ui/clock/other-times.ts';
import { Time } from '#/ui/clock/Time.tsx';
import { ZonedField } from '#/ui/clock/ZonedField.tsx';
import { expectAccessible } from '#/testing/axe.ts';
import { answer, callsOf, refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { followTimes } from './follow-times.ts';
import { TimesDialog } from './TimesDialog.tsx';

const ME = 'GET /pigrun/user/get-user';
const SAVE = 'POST /pigrun/user/times';
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
const AT = Date.UTC(2026, 2, 18, 8, 12, 44);

const dialog = page.getByRole('dialog', { name: 'Time Zone' });
const choice = (name: RegExp | string) => dialog.getByRole('radio', { name });
const save = dialog.getByRole('button', { name: 'Save' });

beforeEach(() => {
  answer(ME, user);
  useZoneStore.setState({ ownZone: 'Asia/Kathmandu', times: 'utc' });
});

it('[W-309] TimesDialog saves the choice with the zone of the browser, and open times follow', async () => {
  render(
    <>
      <Time of={AT} saysUtc />
      <TimesDialog isOpen onClose={() => undefined} />
    </>,
  );
  await expect.element(choice('UTC')).toBeChecked();
  await expect.element(dialog.getByText(/Asia\/Kathmandu, the zone of this browser: .* UTC\+5:45/)).toBeVisible();
  await expectAccessible();
  await choice('My zone').click();
  answer(SAVE, { ...user, times: 'mine', timeZone: 'Asia/Kathmandu' });
  await save.click();
  await expect.element(page.getByText('Time zone saved')).toBeVisible();
  expect(callsOf(SAVE).map(({ body }) => body)).toEqual([{ times: 'mine', timeZone: 'Asia/Kathmandu' }]);
  await expect.element(page.getByText('2026-03-18 13:57:44 UTC+5:45')).toBeInTheDocument();
  expect(localStorage.getItem('waymark.times')).toBe('mine');
});

it('TimesDialog keeps the choice when saving fails, and cannot be saved offline', async () => {
  render(<TimesDialog isOpen onClose={() => undefined} />);
  await choice("The line's zone").click();
  refuse(SAVE, 'forbidden');
  await save.click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  await expect.element(choice("The line's zone")).toBeChecked();
  expect(useZoneStore.getState().times).toBe('utc');
  setOffline();
  await expect.element(save).toBeDisabled();
});

it('[W-309] followTimes notes the zone of another browser once', async () => {
  useZoneStore.setState({ ownZone: 'Europe/Berlin' });
  render(<Time of={AT} />);
  answer(SAVE, { ...user, timeZone: 'Europe/Berlin' });
  followTimes({ id: 7, times: 'line', timeZone: 'Asia/Kathmandu' });
  followTimes({ id: 7, times: 'line', timeZone: 'Asia/Kathmandu' });
  await expect.poll(() => callsOf(SAVE).map(({ body }) => body)).toEqual([{ timeZone: 'Europe/Berlin' }]);
  followTimes({ id: 7, times: 'mine', timeZone: 'Europe/Berlin' });
  expect(callsOf(SAVE)).toHaveLength(1);
  expect(useZoneStore.getState().times).toBe('mine');
});

it('[W-311] a time is in UTC, in the zone of the browser or in that of its line or device', async () => {
  const { findDeviceZone } = useZoneStore.getState();
  registerDeviceZones((uid) => (uid === 7 ? 'America/Chicago' : undefined));
  const text = () => page.getByTestId('times').element().textContent;
  render(
    <p data-testid="times">
      <Time of={AT} line="Europe/Berlin" form="clock" />; <Time of="2026-03-18 08:12:44.250" uid={7} />;{' '}
      <Time of={AT} form="minute" saysUtc />; <Time of="never" />
    </p>,
  );
  expect(text()).toBe('08:12:44; 2026-03-18 08:12:44.250; 2026-03-18 08:12 UTC; never');
  useZoneStore.setState({ times: 'mine' });
  await expect.poll(text).toBe('13:57:44 UTC+5:45; 2026-03-18 13:57:44.250 UTC+5:45; 2026-03-18 13:57 UTC+5:45; never');
  useZoneStore.setState({ times: 'line' });
  await expect.poll(text).toBe('09:12:44 UTC+1; 2026-03-18 03:12:44.250 UTC-5; 2026-03-18 08:12 UTC; never');
  registerDeviceZones(findDeviceZone);
});

it('[W-311] a time names the other zones under the pointer', async () => {
  const stop = nameOtherTimes();
  render(<Time of={AT} line="America/Chicago" />);
  await userEvent.hover(page.getByText('2026-03-18 08:12:44'));
  await expect
    .element(page.getByText('2026-03-18 08:12:44'))
    .toHaveAttribute(
      'title',
      '2026-03-18 08:12:44 UTC\n2026-03-18 03:12:44 UTC-5 · America/Chicago, the line\n2026-03-18 13:57:44 UTC+5:45 · Asia/Kathmandu, this browser',
    );
  stop();
});

it('[W-311] a touch on a time shows the other zones until the next touch', async () => {
  const stop = nameOtherTimes();
  render(<Time of={AT} />);
  const touch = () =>
    page
      .getByText('2026-03-18 08:12:44', { exact: true })
      .element()
      .dispatchEvent(new PointerEvent('click', { bubbles: true, pointerType: 'touch' }));
  touch();
  await expect.element(page.getByRole('status').filter({ hasText: 'Asia/Kathmandu, this browser' })).toBeVisible();
  document.body.dispatchEvent(new PointerEvent('click', { bubbles: true, pointerType: 'touch' }));
  await expect.element(page.getByText('Asia/Kathmandu, this browser')).not.toBeInTheDocument();
  stop();
});

it('[W-311] a zone that is not known, or the same as another, is not named twice', () => {
  expect(listTimes(AT, 'UTC', undefined)).toEqual(['2026-03-18 08:12:44 UTC']);
  expect(listTimes(AT, 'America/Chicago', 'America/Chicago')).toEqual([
    '2026-03-18 08:12:44 UTC',
    '2026-03-18 03:12:44 UTC-5 · America/Chicago, the line and this browser',
  ]);
});

function Field({ line }: { readonly line?: string }) {
  const [value, setValue] = useState('2026-11-01 06:30:00');
  return (
    <>
      <ZonedField label="Launch time (UTC)" line={line} value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  );
}

it('[W-315] ZonedField shows and reads the zone of the reader, and its value stays UTC', async () => {
  useZoneStore.setState({ times: 'line' });
  render(<Field line="America/Chicago" />);
  const field = page.getByLabelText('Launch time (America/Chicago)');
  // The hour is repeated, so the field says which pass is meant.
  await expect.element(field).toHaveValue('2026-11-01 01:30:00 UTC-5');
  await field.fill('2026-03-18 03:12:44');
  await expect.element(page.getByText('2026-03-18 08:12:44', { exact: true })).toBeVisible();
  await field.fill('2026-11-01 01:30:00');
  await expect
    .element(page.getByText('Clocks in America/Chicago show this time twice. Add UTC-5 or UTC-6.'))
    .toBeVisible();
  await field.fill('2026-11-01 01:30:00 UTC-6');
  await expect.element(page.getByText('2026-11-01 07:30:00', { exact: true })).toBeVisible();
  await field.fill('2026-03-08 02:30:00');
  await expect
    .element(page.getByText('Clocks in America/Chicago skip this time when they are put forward.'))
    .toBeVisible();
});

it('[W-315] ZonedField of a user who reads UTC is the field of the documents', async () => {
  render(<Field line="America/Chicago" />);
  const field = page.getByLabelText('Launch time (UTC)');
  await expect.element(field).toHaveValue('2026-11-01 06:30:00');
  await field.fill('20260318031244');
  await expect.element(page.getByText('2026-03-18 03:12:44', { exact: true })).toBeVisible();
});
