import { useQuery } from '@tanstack/react-query';
import { NO_FLAGS } from '@waymark/commands/path-flags';
import { Button } from '#/ui/button/Button.tsx';
import { toShownError } from '#/ui/state/shown-error.ts';
import { useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import type { EditorDraft } from '../draft.ts';
import styles from '../Editor.module.css';
import { flagsQuery } from '#/features/runs/company.data.ts';
import { EditorSection } from '../EditorSection.tsx';
import { Fault } from '../Fault.tsx';
import { FlagsDialog } from './FlagsDialog.tsx';
import { describeFlags, readFlags } from './flags.view.ts';

const TITLE = 'Broadcast Commands';

export function FlagsSection({ draft: { pathId, flags } }: { readonly draft: EditorDraft }) {
  const isNew = pathId === -1;
  const { data, error, refetch } = useQuery({ ...flagsQuery(pathId), enabled: !isNew });
  const { step, isOpen, turn, open, close } = useDialogChain<'grid'>();
  const stored = isNew ? NO_FLAGS : data && readFlags(data);
  const shown = flags ?? stored;
  const lines = shown ? describeFlags(shown) : [];
  return (
    <EditorSection
      title={TITLE}
      count={shown && lines.length === 0 ? 'None' : undefined}
      actions={
        <Button size="small" disabled={!shown} onClick={() => open('grid')} aria-label={`Edit ${TITLE}`}>
          Edit
        </Button>
      }
    >
      {lines.length > 0 && (
        <ul className={styles.lines}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {!shown && error && (
        <div className={styles.inline}>
          <Fault>They did not load: {toShownError(error).message}</Fault>
          <Button size="tiny" onClick={() => void refetch()}>
            Retry
          </Button>
        </div>
      )}
      {step && shown && <FlagsDialog key={turn} isOpen={isOpen} flags={shown} onClose={close} />}
    </EditorSection>
  );
}
