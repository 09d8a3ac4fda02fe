import { mphToMetresPerSecond } from '@waymark/domain/units/speed';
import type { EditorDraft } from './draft.ts';
import styles from './Editor.module.css';
import { showMarker, useEditor } from './editor-store.ts';
import { EditorSection } from './EditorSection.tsx';
import { LineView } from './line-view/LineView.tsx';

/** Lists the line as it will be saved; choosing a marker opens it on the map. */
export function MarkersSection({ draft: { markers, agms, offlineAgms, speedMph } }: { readonly draft: EditorDraft }) {
  const chosen = useEditor(({ marker }) => marker);
  return (
    <EditorSection title="Markers">
      {markers.length === 0 ? (
        <p className={styles.caption}>They come with the CSV file.</p>
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
    </EditorSection>
  );
}
