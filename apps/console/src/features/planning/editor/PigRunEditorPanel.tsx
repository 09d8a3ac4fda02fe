import { useQuery } from '@tanstack/react-query';
import { mphToMetresPerSecond } from '@waymark/domain/units/speed';
import { isEqual } from '@waymark/domain/equal';
import { useState, useEffect } from 'react';
import { t } from '#/language/t.ts';
import { AgmsSection } from './agms/AgmsSection.tsx';
import { AutoSettingsSection } from './auto-settings/AutoSettingsSection.tsx';
import { CsvField } from './csv/CsvField.tsx';
import { useEditor, showMarker, startEditing, hasUnsavedChanges } from './editor-store.ts';
import { MapFileMenu } from '#/features/runs/map-files/MapFileMenu.tsx';
import { shownUserQuery } from '#/features/notifications/current-user.data.ts';
import { NotesField } from './fields/NotesField.tsx';
import { PathFields } from './fields/PathFields.tsx';
import { FlagsSection } from './flags/FlagsSection.tsx';
import { OfferedDraft } from './keep/OfferedDraft.tsx';
import { LineFileField } from './line-file/LineFileField.tsx';
import { NotificationsSection } from './notifications/NotificationsSection.tsx';
import { PigsSection } from './pigs/PigsSection.tsx';
import { SaveBar } from './save/SaveBar.tsx';
import type { EditorDraft } from './draft.ts';
import { SaveFaults } from './Fault.tsx';
import { EditorSection } from './EditorSection.tsx';
import { LineView } from './line-view/LineView.tsx';
import { findKept, forgetKept, type KeptDraft, keepDraft } from './keep/kept-drafts.ts';
import { bearerSource } from '#/api/bearer.ts';
import styles from './Editor.module.css';

/** Debounce: typing writes once, and a crash loses little. */
const REST_MS = 400;

interface PigRunEditorPanelProps {
  /** The caller asks about unsaved changes. */
  readonly onClose: () => void;
  readonly onSaved: (pathId: number) => void;
}

/** Edits a path with all its parts, from the CSV file of its markers to the Save button. */
export function PigRunEditorPanel({ onClose, onSaved }: PigRunEditorPanelProps) {
  const draft = useEditor((editor) => editor.draft);
  const { data: user } = useQuery(shownUserQuery);
  const { kept, isDecided, resume, discard } = useOfferedDraft(draft ? user?.id : undefined);
  useKeptDrafts(user?.id, isDecided);
  if (!draft) return null;
  return (
    <div className={styles.panel}>
      <div className={styles.sections}>
        <div className={styles.section}>
          <CsvField fileName={draft.csvFileName} />
          <LineFileField draft={draft} />
          <SavedMapFile />
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

/** A file for maps has the path as it is saved. */
function SavedMapFile() {
  const pathId = useEditor(({ draft }) => draft?.pathId ?? -1);
  const isUnsaved = useEditor(hasUnsavedChanges);
  if (pathId < 0) return null;
  return (
    <div>
      <MapFileMenu subject={{ pathId }} blockedBecause={isUnsaved ? t('Save your changes first.') : undefined} />
    </div>
  );
}

/** Lists the line as it will be saved; choosing a marker opens it on the map. */
function MarkersSection({ draft: { markers, agms, offlineAgms, speedMph } }: { readonly draft: EditorDraft }) {
  const chosen = useEditor(({ marker }) => marker);
  return (
    <EditorSection title={t('Markers')}>
      {markers.length === 0 ? (
        <p className={styles.caption}>{t('They come with the CSV file.')}</p>
      ) : (
        <LineView
          markers={markers}
          agms={agms}
          offlineAgms={offlineAgms}
          speed={speedMph !== null && speedMph > 0 ? mphToMetresPerSecond(speedMph) : null}
          chosen={chosen}
          onChoose={showMarker}
        />
      )}
      <SaveFaults codes={['receive-site-missing', 'launch-site-missing', 'line-too-short']} />
    </EditorSection>
  );
}

function findOffer(userId: number): KeptDraft | null {
  const { draft } = useEditor.getState();
  if (!draft) return null;
  const kept = findKept(userId, draft.pathId);
  return kept && !isEqual(kept.draft, draft) ? kept : null;
}

/** The stored draft of the path that was just opened, until the user decides. */
function useOfferedDraft(userId: number | undefined) {
  // undefined: not read yet.
  const [offer, setOffer] = useState<KeptDraft | null | undefined>();
  if (offer === undefined && userId !== undefined) setOffer(findOffer(userId));
  return {
    kept: offer ?? null,
    isDecided: offer === null,
    resume: () => {
      if (offer) startEditing(offer.draft, offer.saved);
      setOffer(null);
    },
    discard: () => {
      if (offer && userId !== undefined) forgetKept(userId, offer.draft.pathId);
      setOffer(null);
    },
  };
}

type Editing = ReturnType<typeof useEditor.getState>;

function keep(userId: number, editing: Editing): void {
  const { draft, saved } = editing;
  if (!draft) return;
  if (hasUnsavedChanges(editing)) keepDraft(userId, { draft, saved, keptAt: Date.now() });
  else forgetKept(userId, draft.pathId);
}

/** Deletes a discarded draft; if the session has ended, keeps it for the next sign-in. */
function settle(userId: number, before: Editing): void {
  if (before.draft && bearerSource.get().readToken() !== null) forgetKept(userId, before.draft.pathId);
  else keep(userId, before);
}

function askBeforeUnload(event: BeforeUnloadEvent): void {
  if (hasUnsavedChanges(useEditor.getState())) event.preventDefault();
}

/** Stores unsaved changes, and asks before the page is left. Writes nothing before `isReady`. */
function useKeptDrafts(userId: number | undefined, isReady: boolean): void {
  useEffect(() => {
    if (userId === undefined || !isReady) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      clearTimeout(timer);
      timer = undefined;
      keep(userId, useEditor.getState());
    };
    const stop = useEditor.subscribe((now, before) => {
      if (now.draft === before.draft && now.saved === before.saved) return;
      clearTimeout(timer);
      timer = undefined;
      // Saved for the first time, or as a new path.
      if (now.draft && before.draft && now.draft.pathId !== before.draft.pathId)
        forgetKept(userId, before.draft.pathId);
      if (now.draft) timer = setTimeout(flush, REST_MS);
      else settle(userId, before);
    });
    window.addEventListener('pagehide', flush);
    flush();
    return () => {
      stop();
      window.removeEventListener('pagehide', flush);
      if (timer !== undefined) flush();
    };
  }, [userId, isReady]);
  useEffect(() => {
    window.addEventListener('beforeunload', askBeforeUnload);
    return () => window.removeEventListener('beforeunload', askBeforeUnload);
  }, []);
}
