import { COMMANDS } from '@waymark/commands/commands';
import { expect, it } from 'vitest';
import { listPowerChoices, takesSchedule, toPowerOrder } from './power-mode.view.ts';

const labels = (firmwareVersion: number | null) =>
  listPowerChoices({ firmwareVersion, isIridium: false }).map(({ label }) => label);
const MODES = ['Active', 'Hibernate', 'Low Power'];

it('[C-068] offers Active, Hibernate and Low Power', () => {
  expect(labels(2.3)).toEqual(MODES);
});

it('[C-030] offers to turn cellular off from firmware 10.44', () => {
  expect(labels(10.43)).toEqual(MODES);
  expect(labels(10.05)).toEqual(MODES);
  expect(labels(10.44)).toEqual([...MODES, 'Turn Cellular OFF']);
  expect(listPowerChoices({ firmwareVersion: 10.5, isIridium: false }).at(-1)?.value).toBe(3);
});

it('[C-069] sends a schedule with Hibernate and Low Power only', () => {
  expect([null, 0, 1, 2, 3].map((mode) => takesSchedule({ mode }))).toEqual([false, false, true, true, false]);
  expect(toPowerOrder({ mode: 2, schedule: 4 })).toEqual({
    commandType: 'PowerMode',
    parameters: { powerMode: 2, connectSchedule: 4 },
  });
  expect(toPowerOrder({ mode: 0, schedule: 4 })).toEqual({ commandType: 'PowerMode', parameters: { powerMode: 0 } });
});

it('sends a command that satisfies the contract', () => {
  const { parameters } = COMMANDS.PowerMode;
  for (const mode of [0, 1, 2, 3])
    expect(parameters.safeParse(toPowerOrder({ mode, schedule: 7 }).parameters).success).toBe(true);
});
