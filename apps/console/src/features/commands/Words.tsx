import { Fragment } from 'react';
import styles from './CommandsWindow.module.css';

const TIME = /(\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2})/;

/** A text whose times stay on one line. */
export function Words({ of: text }: { readonly of: string }) {
  return text.split(TIME).map((part, index) =>
    // What is split off stands between the rest.
    index % 2 === 1 ? (
      <span key={index} className={styles.time}>
        {part}
      </span>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
