import { useState } from 'react';
import type { CommandOrder } from '../send-command.ts';
import { ChoiceField } from '../form/ChoiceField.tsx';
import { CommandForm } from '../form/CommandForm.tsx';
import type { Choice } from '../form/choices.view.ts';
import type { SectionProps } from '../form/order-desk.ts';

interface ChoiceSectionProps extends Pick<SectionProps, 'desk' | 'refusal'> {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly initial: number | null;
  readonly toOrder: (value: number) => CommandOrder;
}

/** Selects a single value; nothing is sent without a selection. */
export function ChoiceSection({ label, choices, initial, toOrder, desk, refusal }: ChoiceSectionProps) {
  const [value, setValue] = useState(initial);
  return (
    <CommandForm
      label={label}
      {...{ desk, refusal }}
      canSend={value !== null}
      onSend={() => value !== null && desk.order(toOrder(value))}
    >
      <ChoiceField {...{ label, choices, value }} isDisabled={refusal !== undefined} onChange={setValue} />
    </CommandForm>
  );
}
