import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { MAX_HOOKS } from '@waymark/contract/routes/event-hooks';
import { OfCompany } from '#/features/runs/OfCompany.tsx';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/use-can-write.ts';
import { Button } from '#/ui/button/Button.tsx';
import { dialogHome, useDialogChain, type DialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { ScreenPage } from '#/ui/page/ScreenPage.tsx';
import { EmptyState } from '#/ui/state/DataState.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { ReloadFailure } from '#/ui/state/ReloadFailure.tsx';
import { Deliveries } from './Deliveries.tsx';
import { WebhookDialogs, type WebhookStep } from './WebhookDialogs.tsx';
import { WebhookRow } from './WebhookRow.tsx';
import { webhooksQuery, type Webhook } from './webhooks.data.ts';
import page from './WebhooksPage.module.css';

/** The webhooks of a company, and the deliveries of one of them. */
export function WebhooksPage() {
  const navigate = useNavigate();
  return (
    <ScreenPage title={t('Webhooks')} onBack={() => void navigate({ to: '/' })}>
      <OfCompany hint={t('Choose a company to see its webhooks.')}>
        {(groupId) => <CompanyWebhooks groupId={groupId} />}
      </OfCompany>
    </ScreenPage>
  );
}

/** `groupId` undefined: the user's own company. */
function CompanyWebhooks({ groupId }: { readonly groupId: number | undefined }) {
  const query = useQuery(webhooksQuery);
  const dialogs = useDialogChain<WebhookStep>();
  const isOfCompany = (webhook: Webhook) => groupId === undefined || webhook.groupId === groupId;
  return (
    <>
      <div className={page.content} {...dialogHome}>
        <ReloadFailure query={query} what={t('Webhooks')} />
        <LoadedData query={query} what={t('Webhooks')} widths={[320, 240, 280]}>
          {(webhooks) => <Webhooks webhooks={webhooks.filter(isOfCompany)} dialogs={dialogs} />}
        </LoadedData>
      </div>
      <WebhookDialogs key={dialogs.turn} groupId={groupId} dialogs={dialogs} />
    </>
  );
}

interface WebhooksProps {
  readonly webhooks: readonly Webhook[];
  readonly dialogs: DialogChain<WebhookStep>;
}

function Webhooks({ webhooks, dialogs }: WebhooksProps) {
  const { canWrite, blockedBecause } = useCanWrite();
  const [shownId, setShownId] = useState<number | null>(null);
  const shown = webhooks.find(({ id }) => id === shownId);
  const isFull = webhooks.length >= MAX_HOOKS;
  return (
    <>
      <section className={page.section} aria-label={t('Webhooks')}>
        <div className={page.bar}>
          <p className={page.quiet}>
            {t('Waymark posts events of this company to these addresses, signed, and tries again for a day.')}
          </p>
          <Button
            look="primary"
            icon="plus"
            disabled={!canWrite || isFull}
            title={
              blockedBecause ?? (isFull ? t('A company has at most {most} webhooks.', { most: MAX_HOOKS }) : undefined)
            }
            onClick={() => dialogs.open({ kind: 'edit', webhook: null })}
          >
            {t('Add a webhook')}
          </Button>
        </div>
        {webhooks.length === 0 ? (
          <EmptyState>{t('No webhooks')}</EmptyState>
        ) : (
          <ul className={page.list} aria-label={t('Webhooks')}>
            {webhooks.map((webhook) => (
              <WebhookRow
                key={webhook.id}
                webhook={webhook}
                isShown={webhook.id === shownId}
                onShow={() => setShownId(webhook.id === shownId ? null : webhook.id)}
                onStep={dialogs.open}
              />
            ))}
          </ul>
        )}
      </section>
      {shown && <Deliveries key={shown.id} webhook={shown} onStep={dialogs.open} />}
    </>
  );
}
