import type { SaveFault } from '@waymark/domain/path/save-checks';
import { describePathFault } from '@waymark/domain/words/refusals';
import type { ReactNode } from 'react';
import { useUnits } from '#/features/units/units.ts';
import { t } from '#/language/t.ts';
import { Icon } from '#/ui/button/Icon.tsx';
import { listFaults } from './draft.ts';
import { useEditor } from './editor-store.ts';
import styles from './Editor.module.css';

/** An error message at its field. */
export function Fault({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.fault} role="alert">
      <Icon name="warning" size={13} stroke={1.6} />
      <span>{children}</span>
    </p>
  );
}

/** Those of the given faults for which a save was refused, until they are repaired. */
export function useSaveFaults(codes: readonly SaveFault[]): readonly SaveFault[] {
  const draft = useEditor((editor) => editor.draft);
  const isRefused = useEditor((editor) => editor.isRefused);
  return draft && isRefused ? listFaults(draft).filter((code) => codes.includes(code)) : [];
}

/** Marks the part of the editor for which a save was refused. */
export function SaveFaults({ codes }: { readonly codes: readonly SaveFault[] }) {
  const units = useUnits();
  return useSaveFaults(codes).map((code) => <Fault key={code}>{describePathFault({ code }, units, t)}</Fault>);
}
