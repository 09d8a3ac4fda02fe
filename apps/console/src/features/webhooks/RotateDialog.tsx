import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { t } from '#/language/t.ts';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { replaceSecret, type Webhook, type WebhookWithSecret } from './webhooks.data.ts';
import { nameOf } from './webhooks.view.ts';

interface RotateDialogProps {
  readonly webhook: Webhook;
  readonly isOpen: boolean;
  readonly onMade: (made: WebhookWithSecret) => void;
  readonly onClose: () => void;
}

/** Asks before it replaces the signing secret. */
export function RotateDialog({ webhook, isOpen, onMade, onClose }: RotateDialogProps) {
  const queryClient = useQueryClient();
  const made = useRef<WebhookWithSecret>(null);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('Replace the secret?')}
      confirmLabel={t('Replace')}
      onConfirm={async () => {
        made.current = await replaceSecret(queryClient, webhook.id);
      }}
      onClose={() => (made.current ? onMade(made.current) : onClose())}
    >
      {t('{name} gets a new signing secret. For 24 hours events carry the signatures of both.', {
        name: nameOf(webhook),
      })}
    </ConfirmDialog>
  );
}
