import { FORMAT_SD_CARD, SD_MODES } from '@waymark/commands/disk-modes';
import type { CommandType } from '@waymark/commands/commands';
import { POWER_MODE } from '@waymark/commands/power-modes';
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
      title: `Format the SD card of ${device}?`,
      text: 'Everything that is recorded on it is lost.',
      confirmLabel: name,
    };
  }
  if (!name.startsWith('Delete')) return null;
  return { title: `${name} of ${device}?`, text: 'These files on its SD card are lost.', confirmLabel: 'Delete' };
};

const DANGERS: Readonly<Partial<Record<CommandType, Describe>>> = {
  AGMShutDwn: (_, device) => ({
    title: `Shut down ${device}?`,
    text: 'Nobody can switch it on again from here: somebody has to go there.',
    confirmLabel: 'Shut down',
  }),
  DeviceRestart: (_, device) => ({
    title: `Restart ${device}?`,
    text: 'Until it is back it notices no pig.',
    confirmLabel: 'Restart',
  }),
  PowerMode: ({ powerMode }, device) =>
    powerMode === POWER_MODE.cellularOff
      ? {
          title: `Turn cellular of ${device} off?`,
          text: 'It can then no longer be reached from here: somebody has to go there to turn it on again.',
          confirmLabel: 'Turn off',
        }
      : null,
  SdMode: describeDiskDanger,
};

/** null: no question is needed. */
export function describeDanger({ commandType, parameters }: CommandOrder, uid: number): Danger | null {
  return DANGERS[commandType]?.(parameters, `AGM ${uid}`) ?? null;
}
