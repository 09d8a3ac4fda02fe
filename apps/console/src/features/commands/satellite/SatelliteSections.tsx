import { COMMANDS } from '@waymark/commands/commands';
import { CommandForm } from '../form/CommandForm.tsx';
import { CommandSection } from '../CommandSection.tsx';
import { SatelliteDownload } from './SatelliteDownload.tsx';
import { SatelliteSettings, type SatelliteFormProps } from './SatelliteSettings.tsx';

function ExitDownload({ sender }: Pick<SatelliteFormProps, 'sender'>) {
  const { label, summary } = COMMANDS.IridiumExitOfflineDownload;
  return (
    <CommandForm
      label={label}
      desk={sender}
      refusal={undefined}
      note={summary}
      onSend={() => sender.send([{ commandType: 'IridiumExitOfflineDownload', parameters: {} }])}
    />
  );
}

/** The commands for a device over satellite. */
export function SatelliteSections({ device, present, sender }: SatelliteFormProps) {
  return (
    <>
      <CommandSection title={COMMANDS.IridiumSettings.label}>
        <SatelliteSettings {...{ device, present, sender }} />
      </CommandSection>
      <CommandSection title={COMMANDS.IridiumOfflineDownload.label}>
        <SatelliteDownload sender={sender} />
      </CommandSection>
      <CommandSection title={COMMANDS.IridiumExitOfflineDownload.label}>
        <ExitDownload sender={sender} />
      </CommandSection>
    </>
  );
}
