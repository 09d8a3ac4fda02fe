import { useQuery } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { queryApi } from '#/api/query.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, holdAnswer, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { LoadedData } from './LoadedData.tsx';
import { ReloadFailure } from './ReloadFailure.tsx';

const ADDRESS = 'GET /pigrun/user/get-user';
const ME = {
  id: 7,
  name: 'Dana Reyes',
  email: 'dana.reyes@example.com',
  role: 'admin',
  phone: '9185550134',
  a2PMessagingOptInState: false,
  units: null,
  companyUnits: 'us',
  language: null,
  companyLanguage: 'en',
  times: 'utc',
  timeZone: null,
} as const;

function Profile() {
  const query = useQuery({ ...queryApi(ADDRESS), meta: { isShownInPlace: true } });
  return (
    <>
      <ReloadFailure query={query} what="Profile" />
      <LoadedData query={query} what="Profile" widths={[120, 80]}>
        {({ name }) => <p>{name}</p>}
      </LoadedData>
    </>
  );
}

const alert = page.getByRole('alert');
const retry = alert.getByRole('button', { name: 'Retry' });

it('LoadedData says what it loads until the data has loaded', async () => {
  const held = holdAnswer(ADDRESS);
  render(<Profile />);
  await expect.element(page.getByRole('status', { name: 'Loading profile' })).toBeVisible();
  await expectAccessible();
  held.answer(ME);
  await expect.element(page.getByText('Dana Reyes')).toBeVisible();
  await expect.element(page.getByRole('status', { name: 'Loading profile' })).not.toBeInTheDocument();
});

it('LoadedData shows why loading failed with the log id and loads again on Retry', async () => {
  expectLogged(/^ApiError: Not for you/);
  refuse(ADDRESS, 'forbidden', { detail: 'Not for you.' });
  render(<Profile />);
  await expect.element(alert).toMatchTextContent(`Profile did not loadNot for you. LogId = ${LOG_ID}`);
  await expectAccessible();
  answer(ADDRESS, ME);
  await retry.click();
  await expect.element(page.getByText('Dana Reyes')).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
  expect(callsOf(ADDRESS)).toHaveLength(2);
});

it('LoadedData says what it loads again during a Retry', async () => {
  expectLogged(/^ApiError/);
  refuse(ADDRESS, 'forbidden');
  render(<Profile />);
  await expect.element(retry).toBeVisible();
  const held = holdAnswer(ADDRESS);
  await retry.click();
  await expect.element(page.getByRole('status', { name: 'Loading profile' })).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
  held.answer(ME);
  await expect.element(page.getByText('Dana Reyes')).toBeVisible();
});

it('ReloadFailure keeps the present data and says from when it is', async () => {
  expectLogged(/^ApiError/);
  answer(ADDRESS, ME);
  const { queryClient } = render(<Profile />);
  await expect.element(page.getByText('Dana Reyes')).toBeVisible();
  refuse(ADDRESS, 'forbidden', { detail: 'Not now.' });
  await queryClient.invalidateQueries();
  await expect.element(alert).toMatchTextContent(/Not now. Shown data is from \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC./);
  await expect.element(page.getByText('Dana Reyes')).toBeVisible();
  answer(ADDRESS, { ...ME, name: 'Dana Reyes-Ortiz' });
  await retry.click();
  await expect.element(page.getByText('Dana Reyes-Ortiz')).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
});
