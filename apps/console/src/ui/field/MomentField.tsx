import { UtcField, type UtcFieldProps } from './UtcField.tsx';
import styles from '../window/LogWindow.module.css';

/** An end of a log's time range: a second, a minute or a day. */
export function MomentField(props: UtcFieldProps) {
  return (
    <div className={styles.moment}>
      <UtcField isMasked={false} {...props} />
    </div>
  );
}
