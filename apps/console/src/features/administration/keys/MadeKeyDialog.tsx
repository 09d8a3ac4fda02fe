import { t } from '#/language/t.ts';
import { SecretDialog } from '#/ui/dialog/SecretDialog.tsx';
import { CopyField } from '#/ui/field/CopyField.tsx';
import type { MadeKey } from './keys.data.ts';
import { forgetNotesOf } from './unseen-keys.ts';

interface MadeKeyDialogProps {
  readonly isOpen: boolean;
  readonly made: MadeKey;
  readonly onClose: () => void;
}

/** The new key, this once. */
export function MadeKeyDialog({ isOpen, made, onClose }: MadeKeyDialogProps) {
  return (
    <SecretDialog
      isOpen={isOpen}
      title={t('API key')}
      subtitle={made.name}
      warning={t('This key is shown only now. Copy it before you close this window; it cannot be shown again.')}
      question={t('Close without the key?')}
      onCopied={() => forgetNotesOf(made)}
      onClose={onClose}
    >
      <CopyField label={t('Key')} text={made.key} />
    </SecretDialog>
  );
}
