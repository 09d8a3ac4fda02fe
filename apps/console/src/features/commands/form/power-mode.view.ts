import type { CommandTarget } from '@waymark/commands/gates';
import { listPowerModes, POWER_MODE } from '@waymark/commands/power-modes';
import { hasSchedule, POWER_MODES } from '@waymark/domain/device/modes';
import { t } from '#/language/t.ts';
import type { CommandOrder } from '../send-command.ts';
import type { Choice } from './choices.view.ts';

export interface PowerDraft {
  /** null: not reported by the device, and nothing is selected. */
  readonly mode: number | null;
  /** null: not reported by the device, which keeps its own. */
  readonly schedule: number | null;
}

export function listPowerChoices(target: CommandTarget): readonly Choice[] {
  const name = (mode: number) =>
    mode === POWER_MODE.cellularOff ? t('Turn Cellular OFF') : t(POWER_MODES[mode] ?? '');
  return listPowerModes(target).map((mode) => ({ value: mode, label: name(mode) }));
}

/** Without cellular no schedule reconnects the device. */
export function takesSchedule({ mode }: Pick<PowerDraft, 'mode'>): boolean {
  return hasSchedule(mode) && mode !== POWER_MODE.cellularOff;
}

export function toPowerOrder(draft: PowerDraft): CommandOrder {
  const { mode: powerMode, schedule: connectSchedule } = draft;
  const isSent = takesSchedule(draft) && connectSchedule !== null;
  return { commandType: 'PowerMode', parameters: { powerMode, ...(isSent && { connectSchedule }) } };
}
