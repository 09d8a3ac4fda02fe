import { t } from '#/language/t.ts';
import { TextOrTime } from '#/ui/clock/Time.tsx';
import { Icon } from '#/ui/button/Icon.tsx';
import type { Agm } from './agms.data.ts';
import styles from './CredentialState.module.css';

/** Says when the AGM's credential was issued. */
export function CredentialState({ agm: { hasCredential, credentialIssuedAt } }: { readonly agm: Agm }) {
  if (!hasCredential) {
    return (
      <span className={styles.none}>
        <Icon name="warning" size={13} />
        {t('None, cannot connect')}
      </span>
    );
  }
  return (
    <span>
      <span className={styles.quiet}>{t('Issued')} </span>
      <TextOrTime text={credentialIssuedAt ?? ''} saysUtc />
    </span>
  );
}
