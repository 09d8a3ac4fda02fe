import { t } from '#/language/t.ts';
import { SecretDialog } from '#/ui/dialog/SecretDialog.tsx';
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
      label={t('Key')}
      secret={made.key}
      question={t('Close without the key?')}
      answer={t('It cannot be shown again. Revoke it then, and make another.')}
      onCopied={() => forgetNotesOf(made)}
      onClose={onClose}
    />
  );
}
