import { useState } from 'react';
import { describeLineFault } from '@waymark/domain/words/line-faults';
import { t } from '#/language/t.ts';
import { loadPart } from '#/api/load-part.ts';
import { toShownError } from '#/ui/state/shown-error.ts';
import { useUnitStore } from '#/features/units/units.ts';
import type { EditorDraft } from '../draft.ts';
import styles from '../Editor.module.css';
import { changeDraft } from '../editor-store.ts';
import { Fault } from '../Fault.tsx';
import { FileField } from '../FileField.tsx';
import { dropLine, takeLine } from './line-file.view.ts';

async function readFile(file: File) {
  const { MAX_FILE_BYTES, readLineFile } = await loadPart(() => import('@waymark/files/line/line-file'));
  // The extra byte shows that the file is too large.
  const drawn = readLineFile(file.name, new Uint8Array(await file.slice(0, MAX_FILE_BYTES + 1).arrayBuffer()));
  if (!drawn.ok) throw new Error(`${file.name}: ${describeLineFault(drawn.failure, t)}`);
  changeDraft((draft) => takeLine(draft, file.name, drawn.value, useUnitStore.getState().units));
}

/** Reads the line from another program's file, if there is one; distances are then measured along it. */
export function LineFileField({ draft: { lineKml, lineFileName, lineNote } }: { readonly draft: EditorDraft }) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const choose = (file: File) => {
    setBusy(true);
    setFailure(null);
    readFile(file)
      .catch((thrown: unknown) => setFailure(toShownError(thrown).message))
      .finally(() => setBusy(false));
  };
  const saved = lineKml && t('{count} point|{count} points', { count: lineKml.length });
  return (
    <FileField
      label={t('Line file')}
      uploadLabel={t('Upload Line file')}
      fileName={lineKml ? (lineFileName ?? t('Saved line')) : null}
      placeholder={t('Optional: KML, KMZ, GeoJSON, GPX')}
      accept=".kml,.kmz,.geojson,.json,.gpx"
      isBusy={isBusy}
      isFaulty={failure !== null}
      onFile={choose}
      removal={lineKml ? { label: t('Remove line file'), act: () => changeDraft(dropLine) } : undefined}
    >
      {failure !== null && <Fault>{failure}</Fault>}
      {failure === null && lineKml && <p className={styles.caption}>{lineNote ?? saved}</p>}
    </FileField>
  );
}
