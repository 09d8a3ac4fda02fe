import { Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyAt } from '#/api/address.ts';
import { callApi } from '#/api/client.ts';
import { queryApi } from '#/api/query.ts';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { DialogError } from '#/ui/dialog/DialogFrame.tsx';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { useFileChoice } from '#/ui/field/use-file-choice.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { showSuccess } from '#/ui/toast/toasts.ts';
import { toLogo } from './to-logo.ts';
import styles from './Letterhead.module.css';

type Letterhead = ReplyAt<'GET /company/letterhead'>;

const MOST_ADDRESS = 300;
const letterheadQuery = { ...queryApi('GET /company/letterhead'), staleTime: 0, meta: { isShownInPlace: true } };

interface LetterheadDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Address and logo of the company, printed at the head of its PDF reports. */
export function LetterheadDialog({ isOpen, onClose }: LetterheadDialogProps) {
  const queryClient = useQueryClient();
  const query = useQuery({ ...letterheadQuery, enabled: isOpen });
  const { blockedBecause } = useCanWrite();
  const [edited, setEdited] = useState<Partial<Letterhead>>({});
  const close = () => {
    setEdited({});
    onClose();
  };
  const save = async () => {
    const body = { address: '', logo: null, ...query.data, ...edited };
    queryClient.setQueryData(letterheadQuery.queryKey, await callApi('POST /company/letterhead', { body }));
    showSuccess(t('Letterhead saved'));
  };
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Report Letterhead')}
      subtitle={t('At the head of PDF reports')}
      submitLabel={t('Save')}
      blockedBecause={query.data ? blockedBecause : t('Not loaded yet.')}
      onSubmit={save}
      onClose={close}
      width={440}
    >
      <LoadedData query={query} what={t('The letterhead')} widths={[300, 240]}>
        {(saved) => (
          <Fields letterhead={{ ...saved, ...edited }} onChange={(part) => setEdited({ ...edited, ...part })} />
        )}
      </LoadedData>
    </FormDialog>
  );
}

interface FieldsProps {
  readonly letterhead: Letterhead;
  readonly onChange: (part: Partial<Letterhead>) => void;
}

function Fields({ letterhead: { address, logo }, onChange }: FieldsProps) {
  const [error, setError] = useState<Error | null>(null);
  const take = (file: File) => {
    setError(null);
    toLogo(file).then((made) => onChange({ logo: made }), setError);
  };
  const { field, choose, zone, isOver } = useFileChoice({
    label: t('Logo'),
    accept: 'image/*',
    isBusy: false,
    onFile: take,
  });
  return (
    <>
      <Textarea
        label={t('Address')}
        description={t('Up to four lines are printed.')}
        rows={4}
        maxLength={MOST_ADDRESS}
        value={address}
        onChange={({ currentTarget }) => onChange({ address: currentTarget.value })}
      />
      <div className={styles.logo} data-over={isOver || undefined} role="group" aria-label={t('Logo')} {...zone}>
        {logo === null ? (
          <span className={styles.none}>{t('No logo. Drop a picture here, or choose one.')}</span>
        ) : (
          <img className={styles.picture} src={`data:image/jpeg;base64,${logo}`} alt={t('The logo as it is printed')} />
        )}
        {field}
        <Button icon="upload" onClick={choose}>
          {logo === null ? t('Choose logo') : t('Choose another')}
        </Button>
        {logo !== null && (
          <Button look="quiet" onClick={() => onChange({ logo: null })}>
            {t('Remove logo')}
          </Button>
        )}
      </div>
      {error && <DialogError error={error} />}
    </>
  );
}
