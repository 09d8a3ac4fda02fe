import { useState } from 'react';
import { t } from '#/language/t.ts';
import { InfoDialog } from '#/ui/dialog/InfoDialog.tsx';
import { EventSettings } from './EventSettings.tsx';
import { MessagingSettings } from './MessagingSettings.tsx';
import { PRIVACY_POLICY } from './messaging-texts.ts';
import { MessageDialog } from '#/ui/dialog/MessageDialog.tsx';
import { toShownError } from '#/ui/state/shown-error.ts';
import { describeServiceException } from './messaging-form.view.ts';
import { ReachSettings } from './reach/ReachSettings.tsx';
import styles from './NotificationsDialog.module.css';

interface NotificationsDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The ways to reach the user, and two parts with a button each: notifications of this browser, and text messages. */
export function NotificationsDialog({ isOpen, onClose }: NotificationsDialogProps) {
  const [isPolicyOpen, setPolicyOpen] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isCovered = isPolicyOpen || failure !== null;
  return (
    <>
      <InfoDialog
        isOpen={isOpen}
        title={t('Notification Settings')}
        onClose={onClose}
        width={760}
        isFlush
        staysOpen
        isCovered={isCovered}
      >
        <div className={styles.parts}>
          <ReachSettings />
          <EventSettings />
          <MessagingSettings onFailure={setFailure} onShowPolicy={() => setPolicyOpen(true)} />
        </div>
      </InfoDialog>
      <PrivacyPolicy isOpen={isPolicyOpen} onClose={() => setPolicyOpen(false)} />
      <ServiceException error={failure} onClose={() => setFailure(null)} />
    </>
  );
}

function PrivacyPolicy({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <InfoDialog isOpen={isOpen} title={t('Privacy Policy')} onClose={onClose} width={520}>
      {PRIVACY_POLICY.map(({ title, text }) => (
        <section key={title}>
          <h3>{title}</h3>
          <p className={styles.quiet}>{text}</p>
        </section>
      ))}
    </InfoDialog>
  );
}

interface ServiceExceptionProps {
  /** The error of the failed call; null: none. */
  readonly error: unknown;
  readonly onClose: () => void;
}

function ServiceException({ error, onClose }: ServiceExceptionProps) {
  return (
    <MessageDialog isOpen={error !== null} title={t('Notification Settings Service Exception')} onClose={onClose}>
      {error !== null && describeServiceException(toShownError(error))}
    </MessageDialog>
  );
}
