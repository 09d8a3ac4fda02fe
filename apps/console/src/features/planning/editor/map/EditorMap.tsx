import { useEditor } from '../editor-store.ts';
import type { EditorColors } from './editor-colors.ts';
import { DraftAgms } from './DraftAgms.tsx';
import { DraftCamera } from './DraftCamera.tsx';
import { DraftPath } from './DraftPath.tsx';
import { InstructionBar } from './InstructionBar.tsx';
import { Lasso } from './Lasso.tsx';
import { MarkerPicking } from './marker/MarkerPicking.tsx';
import { MarkerPopup } from './marker/MarkerPopup.tsx';
import { PickAgms } from './PickAgms.tsx';
import { RunImages } from './RunImages.tsx';
import { useMarkerDrag } from './marker/use-marker-drag.ts';

function DraftOnMap({ colors }: { readonly colors: EditorColors }) {
  const tool = useEditor((editor) => editor.tool);
  const drag = useMarkerDrag();
  return (
    <>
      <RunImages>
        <DraftPath colors={colors} drag={drag} />
        <DraftAgms />
      </RunImages>
      <DraftCamera />
      <MarkerPicking />
      {!drag && tool === 'none' && <MarkerPopup />}
      {tool === 'lasso' && <Lasso />}
      {tool === 'pick-agms' && <PickAgms />}
      {tool !== 'none' && <InstructionBar tool={tool} />}
    </>
  );
}

/** The map content while a path is edited. */
export function EditorMap({ colors }: { readonly colors: EditorColors }) {
  const isEditing = useEditor((editor) => editor.draft !== null);
  return isEditing && <DraftOnMap colors={colors} />;
}
