import { InfoDialog } from '#/ui/dialog/InfoDialog.tsx';
import { PRIVACY_POLICY } from './messaging-texts.ts';
import styles from './NotificationsDialog.module.css';

export function PrivacyPolicy({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <InfoDialog isOpen={isOpen} title="Privacy Policy" onClose={onClose} width={520}>
      {PRIVACY_POLICY.map(({ title, text }) => (
        <section key={title}>
          <h3>{title}</h3>
          <p className={styles.quiet}>{text}</p>
        </section>
      ))}
    </InfoDialog>
  );
}
