import { COMMANDS } from '@waymark/commands/commands';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import { CommandForm } from '#/features/commands/form/CommandForm.tsx';
import type { SectionProps } from '#/features/commands/form/order-desk.ts';

const SETTINGS = { commandType: 'ControlSettings', parameters: {} } as const;
const INFO = { commandType: 'DeviceInfo', parameters: {} } as const;

/** Requests the settings, or the settings with the device information. */
export function Form({ desk, refusal }: SectionProps) {
  const { label, summary } = COMMANDS.ControlSettings;
  const block = refusal ?? desk.blockedBecause;
  return (
    <CommandForm
      label={t(label)}
      note={t(summary)}
      {...{ desk, refusal }}
      actions={
        <Button
          size="small"
          disabled={block !== undefined || desk.isSending}
          title={block}
          onClick={() => desk.orderAll([SETTINGS, INFO])}
        >
          {t('With device info')}
        </Button>
      }
      onSend={() => desk.order(SETTINGS)}
    />
  );
}
