import { UtcField, type UtcFieldProps } from './UtcField.tsx';
import styles from '../window/LogWindow.module.css';

/** One end of the time that a log is narrowed to: a second, a minute or a day. */
export function MomentField(props: UtcFieldProps) {
  return (
    <div className={styles.moment}>
      <UtcField isMasked={false} {...props} />
    </div>
  );
}
