import { FORMAT_SD_CARD, SD_MODES } from '@waymark/commands/disk-modes';
import type { CommandType } from '@waymark/commands/commands';
import { POWER_MODE } from '@waymark/commands/power-modes';
import { t } from '#/language/t.ts';
import type { CommandOrder } from '../send-command.ts';

/** The question before a command that cannot be undone. */
export interface Danger {
  readonly title: string;
  readonly text?: string;
  readonly confirmLabel: string;
}

type Describe = (parameters: CommandOrder['parameters'], device: string) => Danger | null;

const describeDiskDanger: Describe = (parameters, device) => {
  const mode = parameters['SdMode'];
  const name = typeof mode === 'number' ? (SD_MODES[mode] ?? '') : '';
  if (mode === FORMAT_SD_CARD) {
    return {
      title: t('Format the SD card of {device}?', { device }),
      text: t('Everything that is recorded on it is lost.'),
      confirmLabel: t(name),
    };
  }
  if (!name.startsWith('Delete')) return null;
  return {
    title: t('{command} of {device}?', { command: t(name), device }),
    text: t('These files on its SD card are lost.'),
    confirmLabel: t('Delete'),
  };
};

const DANGERS: Readonly<Partial<Record<CommandType, Describe>>> = {
  AGMShutDwn: (_, device) => ({
    title: t('Shut down {device}?', { device }),
    text: t('Nobody can switch it on again from here: somebody has to go there.'),
    confirmLabel: t('Shut down'),
  }),
  DeviceRestart: (_, device) => ({
    title: t('Restart {device}?', { device }),
    text: t('Until it is back it notices no pig.'),
    confirmLabel: t('Restart'),
  }),
  PowerMode: ({ powerMode }, device) =>
    powerMode === POWER_MODE.cellularOff
      ? {
          title: t('Turn cellular of {device} off?', { device }),
          text: t('It can then no longer be reached from here: somebody has to go there to turn it on again.'),
          confirmLabel: t('Turn off'),
        }
      : null,
  SdMode: describeDiskDanger,
};

/** null: no question is needed. */
export function describeDanger({ commandType, parameters }: CommandOrder, uid: number): Danger | null {
  return DANGERS[commandType]?.(parameters, t('AGM {uid}', { uid })) ?? null;
}
