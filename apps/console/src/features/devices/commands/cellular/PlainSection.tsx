import { COMMANDS } from '@waymark/contract/commands/index';
import { CommandForm } from '../form/CommandForm.tsx';
import type { SectionProps } from '../form/order-desk.ts';

/** Commands without parameters. */
type PlainCommand = 'DeviceInfo' | 'DetectionCountReset' | 'DeviceRestart' | 'AGMShutDwn';

interface PlainSectionProps extends SectionProps {
  readonly type: PlainCommand;
  readonly sendLabel?: string;
  readonly isDestructive?: boolean;
}

/** Nothing to fill in: it says what it does. */
export function PlainSection({ type, desk, refusal, sendLabel = 'Send', isDestructive = false }: PlainSectionProps) {
  const { label, summary } = COMMANDS[type];
  return (
    <CommandForm
      label={label}
      note={summary}
      {...{ desk, refusal, sendLabel, isDestructive }}
      onSend={() => desk.order({ commandType: type, parameters: {} })}
    />
  );
}
