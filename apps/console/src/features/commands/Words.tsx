import { Fragment } from 'react';
import styles from './CommandsWindow.module.css';

const TIME = /(\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2})/;

/** A text whose times are not wrapped. */
export function Words({ of: text }: { readonly of: string }) {
  return text.split(TIME).map((part, index) =>
    // The split parts alternate: odd ones are times.
    index % 2 === 1 ? (
      <span key={index} className={styles.time}>
        {part}
      </span>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
