import { useState } from 'react';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { DialogFoot } from '#/ui/dialog/DialogFrame.tsx';
import { InfoDialog } from '#/ui/dialog/InfoDialog.tsx';
import { saveFile } from '#/ui/field/save-file.ts';
import { useUnloadQuestion } from '#/ui/dialog/use-unload-question.ts';
import { Warning } from '#/ui/state/Warning.tsx';
import type { ImportResult } from '../agms.data.ts';
import { forgetImported, useFleetDialogs } from '../fleet-store.ts';
import { PreviewTable } from './ImportPreview.tsx';
import { writeCredentialFile } from './import.view.ts';

const FILE_NAME = 'agm-credentials.csv';

function Credentials({ credentials }: Pick<ImportResult, 'credentials'>) {
  const head = (
    <>
      <th scope="col">{t('UID')}</th>
      <th scope="col">{t('Client id')}</th>
      <th scope="col">{t('Password')}</th>
    </>
  );
  return (
    <PreviewTable label={t('Credentials')} rows={credentials} pageSize={8} head={head}>
      {({ uid, clientId, password }) => (
        <tr key={uid}>
          <td>{uid}</td>
          <td className="mono">{clientId}</td>
          <td className="mono">{password}</td>
        </tr>
      )}
    </PreviewTable>
  );
}

/** The credentials of the imported AGMs, which cannot be shown again. */
export function ImportedDialog() {
  const credentials = useFleetDialogs(({ imported }) => imported);
  const [isSaved, setSaved] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  useUnloadQuestion(credentials !== null && !isSaved);
  const leave = () => {
    setSaved(false);
    forgetImported();
  };
  const save = () => {
    saveFile(FILE_NAME, writeCredentialFile(credentials ?? []), 'text/csv');
    setSaved(true);
  };
  const close = () => (isSaved ? leave() : setLeaving(true));
  return (
    <>
      <InfoDialog
        isOpen={credentials !== null}
        title={t('Device credentials')}
        subtitle={t('{count} AGM|{count} AGMs', { count: credentials?.length ?? 0 })}
        onClose={close}
        width={600}
        staysOpen
        isCovered={isLeaving}
      >
        <Warning>
          {t(
            'These credentials are shown only now. Download them before you close this window; they cannot be shown again.',
          )}
        </Warning>
        <Credentials credentials={credentials ?? []} />
        <DialogFoot note={t("The file also has each AGM's user name and message key.")}>
          <Button look={isSaved ? 'default' : 'primary'} icon="download" onClick={save}>
            {t('Download credentials')}
          </Button>
          <Button look={isSaved ? 'primary' : 'default'} onClick={close}>
            {t('Done')}
          </Button>
        </DialogFoot>
      </InfoDialog>
      <ConfirmDialog
        isOpen={isLeaving}
        title={t('Close without the credentials?')}
        confirmLabel={t('Confirm')}
        isDestructive
        onConfirm={leave}
        onClose={() => setLeaving(false)}
      >
        {t('They have not been downloaded. Each AGM then needs a new credential before it can connect.')}
      </ConfirmDialog>
    </>
  );
}
