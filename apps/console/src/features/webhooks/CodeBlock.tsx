import { keepScrollFocusable } from '#/ui/table/focusable-scroll.ts';
import styles from './Webhooks.module.css';

/** A text for programs, as it is. */
export function CodeBlock({ text }: { readonly text: string }) {
  return (
    <pre ref={keepScrollFocusable} className={`mono ${styles.code}`}>
      {text}
    </pre>
  );
}
