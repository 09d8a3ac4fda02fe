import { Radio } from '@mantine/core';
import { useQueryClient, useQuery } from '@tanstack/react-query';
import { COMPANY_ADMIN } from '@waymark/contract/roles';
import { UNIT_SYSTEMS, type UnitSystem } from '@waymark/domain/units/system';
import { useState } from 'react';
import type { ReplyAt } from '#/api/address.ts';
import { callApi } from '#/api/client.ts';
import { queryApi } from '#/api/query.ts';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/use-can-write.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { showSuccess } from '#/ui/toast/toasts.ts';
import { parseUnits, showUnitsOf, UNIT_LABELS } from './units.ts';
import styles from './UnitsDialog.module.css';

type CurrentUser = ReplyAt<'GET /pigrun/user/get-user'>;
type Choice = Pick<CurrentUser, 'units' | 'companyUnits'>;

const userQuery = { ...queryApi('GET /pigrun/user/get-user'), meta: { isShownInPlace: true } };
const OF_COMPANY = 'company';
const UNIT_WORDS: Readonly<Record<UnitSystem, string>> = {
  us: 'mi, ft, mph, in',
  metric: 'km, m, m/s, mm',
};

interface UnitsDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Saves what differs, the company's choice first: the reply to the last call has both. */
async function saveChoice(before: Choice, { units, companyUnits }: Choice): Promise<CurrentUser | null> {
  const company =
    companyUnits === before.companyUnits
      ? null
      : await callApi('POST /company/units', { body: { units: companyUnits } });
  return units === before.units ? company : callApi('POST /pigrun/user/units', { body: { units } });
}

/** The units of the user, and for an admin those of the company. */
export function UnitsDialog({ isOpen, onClose }: UnitsDialogProps) {
  const queryClient = useQueryClient();
  const query = useQuery({ ...userQuery, enabled: isOpen });
  const { blockedBecause } = useCanWrite();
  const [edited, setEdited] = useState<Partial<Choice>>({});
  const close = () => {
    setEdited({});
    onClose();
  };
  const save = async () => {
    if (!query.data) return;
    const saved = await saveChoice(query.data, { ...query.data, ...edited });
    if (!saved) return;
    queryClient.setQueryData(userQuery.queryKey, saved);
    showUnitsOf(saved);
    showSuccess(t('Units saved'));
  };
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Units')}
      subtitle={t('On all screens, in messages and in reports')}
      submitLabel={t('Save')}
      blockedBecause={query.data ? blockedBecause : t('Not loaded yet.')}
      onSubmit={save}
      onClose={close}
      width={400}
    >
      <LoadedData query={query} what={t('Your units')} widths={[240, 200, 220]}>
        {(user) => <Choices user={{ ...user, ...edited }} onChange={(part) => setEdited({ ...edited, ...part })} />}
      </LoadedData>
    </FormDialog>
  );
}

interface ChoicesProps {
  readonly user: CurrentUser;
  readonly onChange: (part: Partial<Choice>) => void;
}

function Choices({ user: { role, units, companyUnits }, onChange }: ChoicesProps) {
  const systems = UNIT_SYSTEMS.map((value) => (
    <Radio key={value} value={value} label={UNIT_LABELS[value]} description={UNIT_WORDS[value]} />
  ));
  return (
    <>
      <Radio.Group
        label={t('My units')}
        value={units ?? OF_COMPANY}
        onChange={(value) => onChange({ units: value === OF_COMPANY ? null : parseUnits(value) })}
      >
        <div className={styles.group}>
          <Radio
            value={OF_COMPANY}
            label={role === 'superadmin' ? t('Default') : t('As the company')}
            description={UNIT_LABELS[companyUnits]}
          />
          {systems}
        </div>
      </Radio.Group>
      {COMPANY_ADMIN.includes(role) && (
        <Radio.Group
          label={t('Units of the company')}
          description={t('For all users who have not chosen their own.')}
          value={companyUnits}
          onChange={(value) => onChange({ companyUnits: parseUnits(value) })}
        >
          <div className={styles.group}>{systems}</div>
        </Radio.Group>
      )}
    </>
  );
}
