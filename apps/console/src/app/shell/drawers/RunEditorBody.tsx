import { useEffect } from 'react';
import { hasUnsavedChanges, startEditing, stopEditing, useEditor } from '#/features/planning/editor/editor-store.ts';
import { PigRunEditorPanel } from '#/features/planning/editor/PigRunEditorPanel.tsx';
import { NEW_DRAFT } from '#/features/planning/editor/draft.ts';
import { selectPath } from '#/features/planning/saved-paths/manager-store.ts';
import { t } from '#/language/t.ts';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import styles from './RunEditorBody.module.css';
import { guardPanel, leavePanel, openPanel, stayInPanel, takeMapInHand, useShell } from '../shell-store.ts';

const backToManager = () => openPanel('pigRunManager');

function leaveUnsaved(): void {
  stopEditing();
  leavePanel();
}

function openSaved(pathId: number): void {
  stopEditing();
  selectPath(pathId);
  backToManager();
}

/** Closing it returns to the pig run manager; it asks first if there are unsaved changes. */
export function RunEditorBody() {
  const name = useEditor(({ saved }) => (saved.pathId === -1 ? t('New Pig Run') : saved.name));
  const isToolInHand = useEditor(({ tool }) => tool !== 'none');
  const isAsked = useShell((shell) => shell.awaited !== null);
  useEffect(() => {
    if (!useEditor.getState().draft) startEditing(NEW_DRAFT);
    const release = guardPanel(() => hasUnsavedChanges(useEditor.getState()));
    return () => {
      release();
      // Hidden but mounted on another screen.
      if (useShell.getState().panel !== 'pigRunEditor') stopEditing();
    };
  }, []);
  useEffect(() => {
    takeMapInHand(isToolInHand);
    return () => takeMapInHand(false);
  }, [isToolInHand]);
  return (
    <>
      <p className={styles.name}>{name}</p>
      <PigRunEditorPanel onClose={backToManager} onSaved={openSaved} />
      <ConfirmDialog
        isOpen={isAsked}
        title={t('Leave without saving?')}
        confirmLabel={t('Discard changes')}
        cancelLabel={t('Keep editing')}
        isDestructive
        onConfirm={leaveUnsaved}
        onClose={stayInPanel}
      >
        {t('What was changed since the last save is lost.')}
      </ConfirmDialog>
    </>
  );
}
