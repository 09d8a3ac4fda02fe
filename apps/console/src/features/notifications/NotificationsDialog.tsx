import { useState } from 'react';
import { InfoDialog } from '#/ui/dialog/InfoDialog.tsx';
import { EventSettings } from './EventSettings.tsx';
import { MessagingSettings } from './MessagingSettings.tsx';
import styles from './NotificationsDialog.module.css';
import { PrivacyPolicy } from './PrivacyPolicy.tsx';
import { ServiceException } from './ServiceException.tsx';

interface NotificationsDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Two parts, each with its own button: notifications of this browser, and text messages. */
export function NotificationsDialog({ isOpen, onClose }: NotificationsDialogProps) {
  const [isPolicyOpen, setPolicyOpen] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isCovered = isPolicyOpen || failure !== null;
  return (
    <>
      <InfoDialog
        isOpen={isOpen}
        title="Notification Settings"
        onClose={onClose}
        width={760}
        isFlush
        staysOpen
        isCovered={isCovered}
      >
        <div className={styles.parts}>
          <EventSettings />
          <MessagingSettings onFailure={setFailure} onShowPolicy={() => setPolicyOpen(true)} />
        </div>
      </InfoDialog>
      <PrivacyPolicy isOpen={isPolicyOpen} onClose={() => setPolicyOpen(false)} />
      <ServiceException error={failure} onClose={() => setFailure(null)} />
    </>
  );
}
