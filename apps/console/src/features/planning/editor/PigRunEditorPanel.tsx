import { useQuery } from '@tanstack/react-query';
import { AgmsSection } from './agms/AgmsSection.tsx';
import { AutoSettingsSection } from './auto-settings/AutoSettingsSection.tsx';
import { CsvField } from './csv/CsvField.tsx';
import styles from './Editor.module.css';
import { useEditor } from './editor-store.ts';
import { currentUserQuery } from '#/features/runs/company.data.ts';
import { NotesField } from './fields/NotesField.tsx';
import { PathFields } from './fields/PathFields.tsx';
import { FlagsSection } from './flags/FlagsSection.tsx';
import { OfferedDraft } from './keep/OfferedDraft.tsx';
import { useKeptDrafts } from './keep/use-kept-drafts.ts';
import { useOfferedDraft } from './keep/use-offered-draft.ts';
import { LineFileField } from './line-file/LineFileField.tsx';
import { MarkersSection } from './MarkersSection.tsx';
import { NotificationsSection } from './notifications/NotificationsSection.tsx';
import { PigsSection } from './pigs/PigsSection.tsx';
import { SaveBar } from './save/SaveBar.tsx';

interface PigRunEditorPanelProps {
  /** The caller asks about unsaved changes. */
  readonly onClose: () => void;
  readonly onSaved: (pathId: number) => void;
}

/** Edits a path with all its parts, from the CSV file of its markers to the Save button. */
export function PigRunEditorPanel({ onClose, onSaved }: PigRunEditorPanelProps) {
  const draft = useEditor((editor) => editor.draft);
  const { data: user } = useQuery(currentUserQuery);
  const { kept, isDecided, resume, discard } = useOfferedDraft(draft ? user?.id : undefined);
  useKeptDrafts(user?.id, isDecided);
  if (!draft) return null;
  return (
    <div className={styles.panel}>
      <div className={styles.sections}>
        <div className={styles.section}>
          <CsvField fileName={draft.csvFileName} />
          <LineFileField draft={draft} />
          <PathFields draft={draft} />
        </div>
        <MarkersSection draft={draft} />
        <AgmsSection agms={draft.agms} />
        <PigsSection pigs={draft.pigs} />
        <NotificationsSection rules={draft.notifications} />
        <AutoSettingsSection markers={draft.markers} />
        <FlagsSection draft={draft} />
        <NotesField notes={draft.notes} />
      </div>
      <SaveBar onCancel={onClose} onSaved={onSaved} />
      <OfferedDraft kept={kept} onContinue={resume} onDiscard={discard} />
    </div>
  );
}
