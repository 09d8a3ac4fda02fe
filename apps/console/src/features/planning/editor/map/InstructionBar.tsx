import { Button } from '#/ui/button/Button.tsx';
import { countWords } from '#/ui/table/count-words.ts';
import { Icon } from '#/ui/button/Icon.tsx';
import { chooseTool, useEditor, type MapTool } from '../editor-store.ts';
import styles from './InstructionBar.module.css';

type UsedTool = Exclude<MapTool, 'none'>;

const INSTRUCTIONS: Readonly<Record<UsedTool, { readonly what: string; readonly how: string }>> = {
  lasso: { what: 'Draw around the AGMs to add.', how: 'Alt removes.' },
  'pick-agms': { what: 'Click the AGMs to add.', how: 'Click again to remove.' },
};

const OTHERS: Readonly<Record<UsedTool, { readonly tool: UsedTool; readonly label: string }>> = {
  lasso: { tool: 'pick-agms', label: 'Click instead' },
  'pick-agms': { tool: 'lasso', label: 'Draw instead' },
};

/** Explains the active tool and how to end it. */
export function InstructionBar({ tool }: { readonly tool: UsedTool }) {
  const count = useEditor((editor) => editor.draft?.agms.length ?? 0);
  const { what, how } = INSTRUCTIONS[tool];
  const other = OTHERS[tool];
  return (
    <section className={styles.bar} aria-label="Map tool" data-tool={tool}>
      <Icon name="lasso" size={16} />
      <p className={styles.words} role="status">
        {what} <span>{how}</span>
      </p>
      <span className={styles.count}>{countWords(count, 'AGM')}</span>
      <Button size="small" onClick={() => chooseTool(other.tool)}>
        {other.label}
      </Button>
      <Button size="small" look="primary" onClick={() => chooseTool('none')}>
        Done
      </Button>
      <kbd className={styles.key}>Esc</kbd>
    </section>
  );
}
