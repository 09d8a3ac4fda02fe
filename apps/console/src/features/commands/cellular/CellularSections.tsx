import { COMMANDS, definitionOf, type CommandType } from '@waymark/commands/commands';
import { markText } from '@waymark/domain/language/translate';
import type { ComponentType } from 'react';
import { t } from '#/language/t.ts';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import type { Device } from '#/features/devices/store/device.ts';
import { CommandSection } from '../CommandSection.tsx';
import type { CommandOrder, CommandSender } from '../send-command.ts';
import { describePresent, listCellularSections } from './cellular-sections.view.ts';
import { describeDanger, type Danger } from './dangers.view.ts';
import { findCommandHarm, type RunHarm } from '../run-harm.view.ts';
import { RunHarmWarning } from '../RunHarmDialog.tsx';
import type { OrderDesk, SectionProps } from '../form/order-desk.ts';
import { CommandForm } from '../form/CommandForm.tsx';

/** The forms by the type of their command, which is the name of the file. */
const FORMS: ReadonlyMap<string, ComponentType<SectionProps>> = new Map(
  Object.entries(import.meta.glob<{ Form: ComponentType<SectionProps> }>('./forms/*.tsx', { eager: true })).map(
    ([file, { Form }]) => [file.slice('./forms/'.length, -'.tsx'.length), Form],
  ),
);

interface CellularSectionsProps {
  /** The device when the window opened: its reports do not overwrite the user's entries. */
  readonly device: Device;
  /** The device at present. */
  readonly present: Device;
  readonly sender: CommandSender;
}

interface Question extends Danger {
  readonly harm: RunHarm | null;
  readonly order: CommandOrder;
}

/** The commands for a device over cellular. */
export function CellularSections({ device, present, sender }: CellularSectionsProps) {
  const { isSending, blockedBecause } = sender;
  const { step: question, isOpen, open, close } = useDialogChain<Question>();
  const desk: OrderDesk = {
    isSending,
    blockedBecause,
    order: (order) => {
      const { uid } = device;
      const harm = findCommandHarm(order, uid);
      const danger =
        describeDanger(order, uid) ?? (harm && { title: t('Send to AGM {uid}?', { uid }), confirmLabel: t('Send') });
      if (danger) open({ ...danger, order, harm });
      else sender.send([order]);
    },
    orderAll: (orders) => sender.send(orders),
  };
  return (
    <>
      {listCellularSections(device).map(({ type, refusal }) => {
        const Form = FORMS.get(type);
        return (
          <CommandSection
            key={type}
            title={t(COMMANDS[type].label)}
            beside={describePresent(type, present) ?? undefined}
          >
            {Form ? <Form {...{ device, desk, refusal }} /> : <PlainSection {...{ type, desk, refusal }} />}
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
        {question?.harm && <RunHarmWarning harm={question.harm} />}
      </ConfirmDialog>
    </>
  );
}

interface PlainSectionProps extends Pick<SectionProps, 'desk' | 'refusal'> {
  readonly type: CommandType;
}

/** Sends a command without parameters. */
function PlainSection({ type, desk, refusal }: PlainSectionProps) {
  const { label, summary, dialog } = definitionOf(type);
  const { sendLabel = markText('Send'), isDestructive = false } = dialog ?? {};
  return (
    <CommandForm
      label={t(label)}
      note={t(summary)}
      sendLabel={t(sendLabel)}
      {...{ desk, refusal, isDestructive }}
      onSend={() => desk.order({ commandType: type, parameters: {} })}
    />
  );
}
