import { NativeSelect, Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CONTROL_FORMATS, type ControlFormat } from '@waymark/contract/routes/control-points';
import { useState } from 'react';
import { downloadApi } from '#/api/download.ts';
import { controlProfilesQuery } from '#/features/administration/control-profiles/control-profiles.data.ts';
import { nameRun, type RunDialogProps } from '#/features/runs/dialogs/run-dialog.ts';
import { t } from '#/language/t.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { saveBlob } from '#/ui/field/save-file.ts';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { showSuccess } from '#/ui/toast/toasts.ts';
import styles from './Finished.module.css';

const ALL_COLUMNS = '';
const FORMAT_NAMES: Readonly<Record<ControlFormat, string>> = { csv: 'CSV', xlsx: t('Excel (XLSX)') };

/** Chooses columns and format of the control points that an in-line inspection is aligned with. */
export function ControlPointsDialog({ isOpen, tracked, blockedBecause, onClose }: RunDialogProps) {
  const { runId, groupId } = tracked.run;
  const query = useQuery({ ...controlProfilesQuery, enabled: isOpen });
  const [profileId, setProfileId] = useState(ALL_COLUMNS);
  const [format, setFormat] = useState<ControlFormat>('csv');
  const download = async () => {
    const body = { runId, profileId: profileId === ALL_COLUMNS ? null : Number(profileId), format };
    const receiving = { signal: new AbortController().signal, onPiece: () => undefined };
    const file = await downloadApi('POST /pigrun/WriteControlPoints', { body }, receiving);
    const name = file.name || `control-points.${format}`;
    saveBlob(name, file);
    showSuccess(t('Control points downloaded'), name);
  };
  return (
    <FormDialog
      {...{ isOpen, blockedBecause, onClose }}
      title={t('Control Points')}
      subtitle={nameRun(tracked)}
      submitLabel={t('Download')}
      note={t('Survey quality is not recorded. A time says how far it may be off, as a bound.')}
      onSubmit={download}
      width={460}
    >
      <LoadedData query={query} what={t('The column profiles')} widths={[300, 240]}>
        {(profiles) => (
          <NativeSelect
            label={t('Columns')}
            description={t('Profiles are made by an admin: user menu, Control Point Columns.')}
            value={profileId}
            data={[
              { value: ALL_COLUMNS, label: t('All, in meters') },
              ...profiles
                .filter((profile) => profile.groupId === groupId)
                .map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={({ currentTarget }) => setProfileId(currentTarget.value)}
          />
        )}
      </LoadedData>
      <Radio.Group
        label={t('Format')}
        value={format}
        onChange={(name) => setFormat(CONTROL_FORMATS.find((each) => each === name) ?? 'csv')}
      >
        <div className={styles.group}>
          {CONTROL_FORMATS.map((name) => (
            <Radio key={name} value={name} label={FORMAT_NAMES[name]} />
          ))}
        </div>
      </Radio.Group>
    </FormDialog>
  );
}
