import { useState } from 'react';
import { useCanWrite } from '#/live/use-can-write.ts';
import { Button } from '#/ui/button/Button.tsx';
import { countWords } from '#/ui/table/count-words.ts';
import { FloatingWindow } from '#/ui/window/FloatingWindow.tsx';
import { dialogHome, useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import type { TrackedRun } from '#/features/runs/tracked-run.ts';
import { closeRunDialog } from '#/features/runs/run-selection.ts';
import { PassageSteps, type PassageStep } from './PassageSteps.tsx';
import { PassageTable } from './PassageTable.tsx';
import styles from './Passages.module.css';
import { listPassagesAt, NEWEST_FIRST, UNASSOCIATED_COLUMNS } from './run-passages.view.ts';

const ID = 'run-unassociated';
const SIZE = { width: 640, height: 280 };

/** Passages of a run's devices that belong to no marker. */
export function UnassociatedWindow({ tracked, isAdmin }: { readonly tracked: TrackedRun; readonly isAdmin: boolean }) {
  const { runId, pig, passages } = tracked.run;
  const [order, setOrder] = useState(NEWEST_FIRST);
  const { canWrite, blockedBecause } = useCanWrite();
  const dialogs = useDialogChain<PassageStep>();
  const rows = listPassagesAt(passages, null, order);
  const add = (passage: (typeof rows)[number]) => (
    <Button
      size="tiny"
      disabled={!canWrite}
      title={blockedBecause}
      onClick={() => dialogs.open({ kind: 'add-to-marker', passage })}
    >
      Add to Marker
    </Button>
  );
  return (
    <FloatingWindow
      id={ID}
      kind={ID}
      title="Unassociated Passages"
      subtitle={`${pig}, run ${runId}`}
      initialSize={SIZE}
      onClose={closeRunDialog}
    >
      <div className={styles.window} {...dialogHome}>
        <div className={styles.rows}>
          <PassageTable
            windowId={ID}
            caption="Passages at no known marker, times UTC"
            emptyText="No passages received"
            columns={UNASSOCIATED_COLUMNS}
            passages={rows}
            order={order}
            onOrder={setOrder}
            {...(isAdmin && { renderActions: add })}
          />
        </div>
        <div className={styles.foot} role="status">
          {countWords(rows.length, 'passage')}
        </div>
      </div>
      <PassageSteps dialogs={dialogs} tracked={tracked} />
    </FloatingWindow>
  );
}
