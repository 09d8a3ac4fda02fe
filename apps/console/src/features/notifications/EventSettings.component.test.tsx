import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, expectNone, press } from '#/features/runs/testing/run-screen.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { EventSettings } from './EventSettings.tsx';
import { savePreferences, usePreferences } from './preferences-store.ts';
import { soundPlayer } from './sounds/sound-player.ts';

const save = button('Save Preferences');
const passage = page.getByRole('checkbox', { name: 'Passage', exact: true });
const sound = page.getByRole('combobox', { name: 'Sound of Passage', exact: true });

function stubPermission(permission: NotificationPermission, asked = permission) {
  const requestPermission = vi.fn<() => Promise<NotificationPermission>>(() => Promise.resolve(asked));
  vi.stubGlobal('Notification', { permission, requestPermission });
  return requestPermission;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('an event without a sound has nothing to play', async () => {
  render(<EventSettings />);
  await expect.element(button('Heartbeat has no sound')).toBeDisabled();
  await page.getByRole('combobox', { name: 'Sound of Heartbeat' }).selectOptions('Bling');
  await expect.element(button('Play Bling of Heartbeat')).toBeEnabled();
});

it('a sound that the browser blocks is said when it is tried out', async () => {
  const tryOut = vi.spyOn(soundPlayer, 'tryOut').mockResolvedValue('blocked');
  render(<EventSettings />);
  await press('Play Standard of Passage');
  await expect.element(page.getByText('This browser plays no sounds')).toBeVisible();
  expect(tryOut).toHaveBeenCalledWith('Standard');
});

it('the button to save stands out while something is not saved', async () => {
  render(<EventSettings />);
  await expect.element(save).toHaveAttribute('data-look', 'default');
  await passage.click();
  await expect.element(save).toHaveAttribute('data-look', 'primary');
  await passage.click();
  await expect.element(save).toHaveAttribute('data-look', 'default');
});

it('Enter saves, also offline, because nothing is sent', async () => {
  render(<EventSettings />);
  await sound.selectOptions('Magic');
  setOffline();
  passage.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Notification preferences saved')).toBeVisible();
  expect(usePreferences.getState().passage).toEqual({ isOn: true, sound: 'Magic' });
  await expect.element(save).toHaveAttribute('data-look', 'default');
});

it('what another tab saves does not change the entries on the screen', async () => {
  render(<EventSettings />);
  await sound.selectOptions('Magic');
  savePreferences({ ...usePreferences.getState(), passage: { isOn: false, sound: 'Bling' } });
  await expect.element(sound).toHaveValue('Magic');
  await expect.element(passage).toBeChecked();
});

it('a user is asked for system notices only after a click, and told what the browser has stored', async () => {
  const requestPermission = stubPermission('default', 'denied');
  render(<EventSettings />);
  await expect.element(button('Allow')).toBeVisible();
  expect(requestPermission).not.toHaveBeenCalled();
  await press('Allow');
  await expect.element(page.getByText('System notices are blocked in the settings of this browser.')).toBeVisible();
  await expectNone(button('Allow'));
});

it('a user who has allowed system notices is not asked again', async () => {
  stubPermission('granted');
  render(<EventSettings />);
  await expect.element(page.getByText(/^Your system shows notices/)).toBeVisible();
  await expectNone(button('Allow'));
});
