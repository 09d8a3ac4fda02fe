import { t } from '#/language/t.ts';
import { Tag } from '#/ui/state/Tag.tsx';
import styles from './CredentialHead.module.css';

interface CredentialHeadProps {
  readonly name: string;
  readonly prefix: string;
  readonly isExpired: boolean;
}

/** The name of an API key or a wallboard, with the beginning of its secret. */
export function CredentialHead({ name, prefix, isExpired }: CredentialHeadProps) {
  return (
    <>
      {name}
      <span className={`mono ${styles.prefix}`}>{prefix}…</span>
      {isExpired && <Tag>{t('Expired')}</Tag>}
    </>
  );
}
