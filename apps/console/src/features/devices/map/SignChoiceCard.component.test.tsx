import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { layOutSigns } from '#/map/signs/lay-out-signs.ts';
import { signBoard } from '#/map/signs/sign-board.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { render } from '#/testing/render.tsx';
import { useSelection } from '../store/selection.ts';
import { loadDevices } from '../testing/sample-devices.ts';
import { SignChoiceCard } from './SignChoiceCard.tsx';

const place = { lat: 36, lon: -97, isAlarmed: false };
const choose = vi.fn<() => void>();
const marker = { ...place, key: '1 M1', runId: 1, weight: 'track', name: 'AGM 01', uids: [310_001], choose } as const;

function showChoice() {
  loadDevices({ uId: 310_001 }, { uId: 310_002 });
  const devices = [310_001, 310_002].map((uid) => ({ ...place, uid, hasCount: false }));
  const content = { devices, markers: [marker], lineOf: new Map(), pigs: [], pinnedUid: null, pinnedMarker: null };
  const members = layOutSigns(content, 12).signs[0]?.members ?? [];
  const onClose = vi.fn<() => void>();
  render(<SignChoiceCard members={members} onClose={onClose} />);
  return { onClose, card: page.getByRole('region', { name: 'At this spot' }) };
}

it('[W-288] SignChoiceCard selects each of two devices at one spot, and closes', async () => {
  const { card, onClose } = showChoice();
  await expect.element(card).toMatchTextContent(/2 signs at this spot/);
  await expectAccessible();
  await card.getByRole('button', { name: /^310002/ }).click();
  expect(useSelection.getState().uid).toBe(310_002);
  await card.getByRole('button', { name: /^310001/ }).click();
  expect(useSelection.getState().uid).toBe(310_001);
  expect(onClose).toHaveBeenCalledTimes(2);
});

it('[W-288] SignChoiceCard selects the marker under a device', async () => {
  const { card } = showChoice();
  signBoard.putRuns([marker], new Map());
  try {
    await card.getByRole('button', { name: 'AGM 01 Marker of run 1' }).click();
    expect(choose).toHaveBeenCalledTimes(1);
  } finally {
    signBoard.putRuns([], new Map());
  }
});

it('[W-288] Escape closes SignChoiceCard', async () => {
  const { onClose } = showChoice();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
});
