import { Radio } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { COMPANY_ADMIN } from '@waymark/contract/roles';
import { useState } from 'react';
import type { ReplyAt } from '#/api/address.ts';
import { queryApi } from '#/api/query.ts';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { showSuccess } from '#/ui/toast/toasts.ts';
import styles from './ChoiceDialog.module.css';

export type CurrentUser = ReplyAt<'GET /pigrun/user/get-user'>;

const userQuery = { ...queryApi('GET /pigrun/user/get-user'), meta: { isShownInPlace: true } };
const OF_COMPANY = 'company';

interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly description?: string;
}

/** `own` null: as the company. */
interface Chosen<Value extends string> {
  readonly own: Value | null;
  readonly ofCompany: Value;
}

/** What a user chooses for themselves, and an admin for all users of the company who have not chosen. */
export interface UserChoice<Value extends string> {
  readonly title: string;
  readonly subtitle: string;
  readonly ownLabel: string;
  readonly companyLabel: string;
  /** For "Your units did not load". */
  readonly what: string;
  readonly saved: string;
  readonly options: readonly Option<Value>[];
  readonly read: (user: CurrentUser) => Chosen<Value>;
  readonly saveOwn: (value: Value | null) => Promise<CurrentUser>;
  readonly saveOfCompany: (value: Value) => Promise<CurrentUser>;
  readonly onSaved: (user: CurrentUser) => void;
}

interface ChoiceDialogProps<Value extends string> {
  readonly choice: UserChoice<Value>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Saves what differs, the company's choice first: the reply to the last call has both. */
async function save<Value extends string>(
  { saveOwn, saveOfCompany }: UserChoice<Value>,
  before: Chosen<Value>,
  { own, ofCompany }: Chosen<Value>,
): Promise<CurrentUser | null> {
  const saved = ofCompany === before.ofCompany ? null : await saveOfCompany(ofCompany);
  return own === before.own ? saved : saveOwn(own);
}

export function ChoiceDialog<Value extends string>({ choice, isOpen, onClose }: ChoiceDialogProps<Value>) {
  const queryClient = useQueryClient();
  const query = useQuery({ ...userQuery, enabled: isOpen });
  const { blockedBecause } = useCanWrite();
  const [edited, setEdited] = useState<Partial<Chosen<Value>>>({});
  const close = () => {
    setEdited({});
    onClose();
  };
  const submit = async () => {
    if (!query.data) return;
    const before = choice.read(query.data);
    const saved = await save(choice, before, { ...before, ...edited });
    if (!saved) return;
    queryClient.setQueryData(userQuery.queryKey, saved);
    showSuccess(choice.saved);
    choice.onSaved(saved);
  };
  return (
    <FormDialog
      isOpen={isOpen}
      title={choice.title}
      subtitle={choice.subtitle}
      submitLabel={t('Save')}
      blockedBecause={query.data ? blockedBecause : t('Not loaded yet.')}
      onSubmit={submit}
      onClose={close}
      width={400}
    >
      <LoadedData query={query} what={choice.what} widths={[240, 200, 220]}>
        {(user) => (
          <Choices
            choice={choice}
            role={user.role}
            chosen={{ ...choice.read(user), ...edited }}
            onChange={(part) => setEdited({ ...edited, ...part })}
          />
        )}
      </LoadedData>
    </FormDialog>
  );
}

interface ChoicesProps<Value extends string> {
  readonly choice: UserChoice<Value>;
  readonly role: CurrentUser['role'];
  readonly chosen: Chosen<Value>;
  readonly onChange: (part: Partial<Chosen<Value>>) => void;
}

function Choices<Value extends string>({ choice, role, chosen, onChange }: ChoicesProps<Value>) {
  const { options, ownLabel, companyLabel } = choice;
  const find = (value: string) => options.find((option) => option.value === value);
  const radios = options.map((option) => <Radio key={option.value} {...option} />);
  return (
    <>
      <Radio.Group
        label={ownLabel}
        value={chosen.own ?? OF_COMPANY}
        onChange={(value) => onChange({ own: find(value)?.value ?? null })}
      >
        <div className={styles.group}>
          <Radio
            value={OF_COMPANY}
            label={role === 'superadmin' ? t('Default') : t('As the company')}
            description={find(chosen.ofCompany)?.label}
          />
          {radios}
        </div>
      </Radio.Group>
      {COMPANY_ADMIN.includes(role) && (
        <Radio.Group
          label={companyLabel}
          description={t('For all users who have not chosen their own.')}
          value={chosen.ofCompany}
          onChange={(value) => onChange({ ofCompany: find(value)?.value ?? chosen.ofCompany })}
        >
          <div className={styles.group}>{radios}</div>
        </Radio.Group>
      )}
    </>
  );
}
