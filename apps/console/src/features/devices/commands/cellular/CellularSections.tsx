import { COMMANDS } from '@waymark/contract/commands/index';
import type { ComponentType } from 'react';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { useDialogChain } from '../../../../ui/use-dialog-chain.ts';
import type { Device } from '../../device.ts';
import { CommandSection } from '../CommandSection.tsx';
import type { CommandOrder, CommandSender } from '../send-command.ts';
import { AntennaDetectorSection } from './AntennaDetectorSection.tsx';
import { describePresent, listCellularSections, type CellularSection } from './cellular-sections.view.ts';
import { describeDanger, type Danger } from './dangers.view.ts';
import { DetectorsSection } from './DetectorsSection.tsx';
import { DiskSection } from './DiskSection.tsx';
import { DownloadSection } from './DownloadSection.tsx';
import { GeophoneGainSection } from './GeophoneGainSection.tsx';
import type { OrderDesk, SectionProps } from '../form/order-desk.ts';
import { PlainSection } from './PlainSection.tsx';
import { PowerModeSection } from './PowerModeSection.tsx';
import { RecordModeSection } from './RecordModeSection.tsx';
import { RequestSettingsSection } from './RequestSettingsSection.tsx';
import { StreamEnableSection } from './StreamEnableSection.tsx';

const FORMS: Readonly<Record<CellularSection, ComponentType<SectionProps>>> = {
  PowerMode: PowerModeSection,
  RecordMode: RecordModeSection,
  FrequencySelect: DetectorsSection,
  DeviceInfo: (props) => <PlainSection type="DeviceInfo" {...props} />,
  ControlSettings: RequestSettingsSection,
  DetectionCountReset: (props) => <PlainSection type="DetectionCountReset" {...props} />,
  DeviceRestart: (props) => <PlainSection type="DeviceRestart" sendLabel="Restart" {...props} />,
  StreamEnable: StreamEnableSection,
  SdMode: DiskSection,
  GeoMode: GeophoneGainSection,
  AGMShutDwn: (props) => <PlainSection type="AGMShutDwn" sendLabel="Shut down" isDestructive {...props} />,
  FoldState: AntennaDetectorSection,
  DownloadRange: DownloadSection,
};

interface CellularSectionsProps {
  /** As it was when the window opened: what somebody types is not overwritten by what the device says meanwhile. */
  readonly device: Device;
  /** As it is now. */
  readonly present: Device;
  readonly sender: CommandSender;
}

interface Question extends Danger {
  readonly order: CommandOrder;
}

/** What can be sent to a device over cellular. */
export function CellularSections({ device, present, sender }: CellularSectionsProps) {
  const { isSending, blockedBecause } = sender;
  const { step: question, isOpen, open, close } = useDialogChain<Question>();
  const desk: OrderDesk = {
    isSending,
    blockedBecause,
    order: (order) => {
      const danger = describeDanger(order, device.uid);
      if (danger) open({ ...danger, order });
      else sender.send([order]);
    },
    orderAll: (orders) => sender.send(orders),
  };
  return (
    <>
      {listCellularSections(device).map(({ type, refusal }) => {
        const Form = FORMS[type];
        return (
          <CommandSection key={type} title={COMMANDS[type].label} beside={describePresent(type, present) ?? undefined}>
            <Form {...{ device, desk, refusal }} />
          </CommandSection>
        );
      })}
      <ConfirmDialog
        isOpen={isOpen}
        title={question?.title ?? ''}
        confirmLabel={question?.confirmLabel ?? ''}
        isDestructive
        onConfirm={() => question && sender.send([question.order])}
        onClose={close}
      >
        {question?.text}
      </ConfirmDialog>
    </>
  );
}
