import { t } from '#/language/t.ts';
import { Sign } from '#/ui/button/Sign.tsx';
import styles from './DemoSignIns.module.css';
import type { LoginFields } from './login-form.view.ts';

interface DemoSignIn extends LoginFields {
  readonly label: string;
}

interface DemoSignInsProps {
  readonly signIns: readonly DemoSignIn[];
  readonly isDisabled: boolean;
  readonly onChoose: (signIn: LoginFields) => void;
}

export function DemoSignIns({ signIns, isDisabled, onChoose }: DemoSignInsProps) {
  return (
    <section aria-label={t('Demo sign-ins')}>
      <h2 className={styles.title}>{t('Demo sign-ins')}</h2>
      <div className={styles.list}>
        {signIns.map(({ label, email, password }) => (
          <button
            key={email}
            type="button"
            className={styles.item}
            disabled={isDisabled}
            onClick={() => onChoose({ email, password })}
          >
            <span className={styles.label}>{label}</span>
            <span className={styles.email}>{email}</span>
            <Sign name="chevronRight" size={14} />
          </button>
        ))}
      </div>
    </section>
  );
}
