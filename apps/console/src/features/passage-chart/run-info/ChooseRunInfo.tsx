import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PassageRow } from '@waymark/contract/devices/passage-row';
import { parseUtc } from '@waymark/domain/time/utc';
import { useRef, useState } from 'react';
import { Button } from '#/ui/button/Button.tsx';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { useDevice } from '#/features/devices/store/use-devices.ts';
import { t } from '#/language/t.ts';
import { runsAtQuery } from './run-info.data.ts';
import { describeRun, listRunChoices, toRunInfo, type RunChoice, type RunInfo } from './run-info.view.ts';
import styles from './RunInfo.module.css';

interface ChooseRunInfoProps {
  readonly isOpen: boolean;
  readonly row: PassageRow;
  /** The previous choice, or the passage's own run info. */
  readonly beginsWith: RunInfo;
  readonly blockedBecause: string | undefined;
  readonly onChosen: (info: RunInfo) => void;
  readonly onClear: () => void;
  readonly onClose: () => void;
}

function useRunChoices({ uid, passageTimeStamp }: PassageRow) {
  const groupId = useDevice(uid)?.groupId ?? null;
  const parsed = parseUtc(passageTimeStamp);
  const at = parsed.ok ? parsed.value : Number.NaN;
  return useQuery({ ...runsAtQuery(passageTimeStamp), select: (texts) => listRunChoices(texts, { at, groupId }) });
}

const only = (names: readonly string[]) => (names.length === 1 ? (names[0] ?? null) : null);

/** The user's choice, limited to what the run has. */
function useChosen(runs: readonly RunChoice[], beginsWith: RunInfo) {
  const [chosen, setChosen] = useState(beginsWith);
  const run = runs.find(({ runId }) => runId === chosen.RunId);
  const tool = run?.tools.find((name) => name === chosen.ToolName) ?? only(run?.tools ?? []);
  const marker = run?.markers.find((name) => name === chosen.MarkerName) ?? null;
  return {
    run,
    tool,
    marker,
    chooseRun: (id: string | null) => setChosen({ ...chosen, RunId: id === null ? null : Number(id) }),
    chooseTool: (ToolName: string | null) => setChosen({ ...chosen, ToolName }),
    chooseMarker: (MarkerName: string | null) => setChosen({ ...chosen, MarkerName }),
  };
}

function explainMissing(
  row: PassageRow,
  { run, tool, marker }: Pick<ReturnType<typeof useChosen>, 'run' | 'tool' | 'marker'>,
): string | undefined {
  if (!run) return t('Choose a pig run.');
  if (tool === null) return t('Choose a tool.');
  if (marker === null) return t('Choose a marker.');
  return row.RunId === run.runId && row.MarkerName === marker ? t('The passage is there already.') : undefined;
}

function explainChoice({ data, error }: ReturnType<typeof useRunChoices>): string {
  if (data) return data.length === 0 ? t('No run was on its way at that time') : t('Choose a pig run');
  return error ? t('The pig runs did not load') : t('Loading pig runs');
}

/** What the chosen run offers. */
function ToolAndMarker({ chosen }: { readonly chosen: ReturnType<typeof useChosen> }) {
  const { run, tool, marker, chooseTool, chooseMarker } = chosen;
  const limits = { disabled: !run, allowDeselect: false };
  return (
    <>
      <Select
        label={t('Tool')}
        placeholder={t('Choose a tool')}
        data={[...(run?.tools ?? [])]}
        {...limits}
        value={tool}
        onChange={chooseTool}
      />
      <Select
        label={t('Marker')}
        placeholder={t('Choose a marker')}
        data={[...(run?.markers ?? [])]}
        {...limits}
        searchable
        value={marker}
        onChange={chooseMarker}
      />
    </>
  );
}

/** Chooses run, tool and marker of a passage (H-015). */
export function ChooseRunInfo({
  isOpen,
  row,
  beginsWith,
  blockedBecause,
  onChosen,
  onClear,
  onClose,
}: ChooseRunInfoProps) {
  const runs = useRunChoices(row);
  const chosen = useChosen(runs.data ?? [], beginsWith);
  const { run, tool, marker } = chosen;
  const info = toRunInfo(run, tool, marker);
  const wasSet = useRef(false);
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Update Passage Run Info')}
      subtitle={t('AGM {uid}', { uid: row.uid })}
      submitLabel={t('Set')}
      blockedBecause={blockedBecause ?? explainMissing(row, chosen)}
      onSubmit={() => {
        wasSet.current = true;
      }}
      onClose={() => (wasSet.current && info ? onChosen(info) : onClose())}
      width={460}
    >
      <Select
        label={t('Pig Run')}
        placeholder={explainChoice(runs)}
        data={(runs.data ?? []).map((each) => ({ value: String(each.runId), label: describeRun(each) }))}
        allowDeselect={false}
        data-autofocus
        error={runs.error?.message}
        value={run ? String(run.runId) : null}
        onChange={chosen.chooseRun}
      />
      <ToolAndMarker chosen={chosen} />
      {row.RunId !== null && (
        <div className={styles.clear}>
          <span>
            {row.MarkerName === null
              ? t('Now at no marker of run {runId}.', { runId: row.RunId })
              : t('Now at {marker} of run {runId}.', { marker: row.MarkerName, runId: row.RunId })}
          </span>
          <Button size="small" disabled={blockedBecause !== undefined} title={blockedBecause} onClick={onClear}>
            {t('Clear run info')}
          </Button>
        </div>
      )}
    </FormDialog>
  );
}
