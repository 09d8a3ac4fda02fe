import { definitionOf, type CommandType } from '@waymark/commands/commands';
import { CommandForm } from '../form/CommandForm.tsx';
import type { SectionProps } from '../form/order-desk.ts';

interface PlainSectionProps extends Pick<SectionProps, 'desk' | 'refusal'> {
  readonly type: CommandType;
}

/** Sends a command without parameters. */
export function PlainSection({ type, desk, refusal }: PlainSectionProps) {
  const { label, summary, dialog } = definitionOf(type);
  const { sendLabel = 'Send', isDestructive = false } = dialog ?? {};
  return (
    <CommandForm
      label={label}
      note={summary}
      {...{ desk, refusal, sendLabel, isDestructive }}
      onSend={() => desk.order({ commandType: type, parameters: {} })}
    />
  );
}
