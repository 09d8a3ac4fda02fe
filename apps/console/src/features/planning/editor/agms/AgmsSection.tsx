import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '#/language/numbers.ts';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import { useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { SelectAgmsDialog } from '#/features/devices/choice/SelectAgmsDialog.tsx';
import type { Device } from '#/features/devices/store/device.ts';
import { useSteadyDevices } from '#/features/devices/table/use-steady-devices.ts';
import { Chips } from '../Chips.tsx';
import styles from '../Editor.module.css';
import { changeDraft, chooseTool, useEditor } from '../editor-store.ts';
import { companiesQuery } from '#/features/runs/company.data.ts';
import { shownUserQuery } from '#/features/notifications/current-user.data.ts';
import { SaveFaults } from '../Fault.tsx';
import { EditorSection } from '../EditorSection.tsx';
import { addAgms, chooseAgms, findCompany, listCompanies, removeAgms } from './agm-list.ts';

/** Further AGMs are shown as a count: the list is one click away. */
const MOST_CHIPS = 24;

/** The devices to choose from, and for a superadmin the companies that have devices. */
function useChoice(agms: readonly number[]) {
  const devices = useSteadyDevices();
  const [picked, setPicked] = useState<number | null>(null);
  const company = findCompany(agms, devices);
  const companies = listCompanies(devices);
  const isOpen = company === null && companies.length > 1;
  const chosen = company ?? (isOpen ? picked : (companies[0] ?? null));
  const choosable: readonly Device[] = devices.filter(({ groupId }) => groupId === chosen);
  return { choosable, companies, chosen, isFixed: !isOpen, setPicked };
}

interface CompanyFieldProps {
  readonly companies: readonly number[];
  readonly chosen: number | null;
  readonly isFixed: boolean;
  readonly onChoose: (groupId: number) => void;
}

/** A path belongs to the company of its AGMs, which is fixed by the first of them. */
function CompanyField({ companies, chosen, isFixed, onChoose }: CompanyFieldProps) {
  const { data } = useQuery(companiesQuery);
  const nameOf = (groupId: number) =>
    data?.find(({ id }) => id === groupId)?.groupName ?? t('Company {id}', { id: groupId });
  return (
    <Select
      label={t('Company')}
      placeholder={t('Choose a company')}
      data={companies.map((groupId) => ({ value: String(groupId), label: nameOf(groupId) }))}
      value={chosen === null ? null : String(chosen)}
      disabled={isFixed}
      description={isFixed ? t('All AGMs of a path belong to one company.') : undefined}
      allowDeselect={false}
      onChange={(value) => value !== null && onChoose(Number(value))}
    />
  );
}

interface SelectButtonsProps {
  readonly blockedBecause: string | undefined;
  readonly onAddAll: () => void;
  readonly onList: () => void;
}

/** The three ways to select devices: all, from a list, on the map. */
function SelectButtons({ blockedBecause, onAddAll, onList }: SelectButtonsProps) {
  const isToolInHand = useEditor(({ tool }) => tool !== 'none');
  const blocked = { disabled: blockedBecause !== undefined, title: blockedBecause };
  return (
    <>
      <Button size="small" {...blocked} onClick={onAddAll}>
        {t('Add All')}
      </Button>
      <Button size="small" {...blocked} onClick={onList} aria-label={t('Select from a list')}>
        {t('Select')}
      </Button>
      <Button
        size="small"
        icon="lasso"
        aria-pressed={isToolInHand}
        onClick={() => chooseTool(isToolInHand ? 'none' : 'lasso')}
      >
        {t('Select on map')}
      </Button>
    </>
  );
}

/** Chooses the devices that watch the line. */
export function AgmsSection({ agms }: { readonly agms: readonly number[] }) {
  const { choosable, companies, chosen, isFixed, setPicked } = useChoice(agms);
  const { data: user } = useQuery(shownUserQuery);
  const { step, isOpen, turn, open, close } = useDialogChain<'list'>();
  const missing = companies.length > 1 ? t('Choose a company first.') : t('There are no AGMs.');
  const reason = choosable.length === 0 ? missing : undefined;
  return (
    <EditorSection
      title={t('AGMs')}
      count={formatCount(agms.length)}
      actions={
        <SelectButtons
          blockedBecause={reason}
          onAddAll={() => changeDraft((draft) => addAgms(draft, choosable, choosable))}
          onList={() => open('list')}
        />
      }
    >
      {user?.role === 'superadmin' && (
        <CompanyField companies={companies} chosen={chosen} isFixed={isFixed} onChoose={setPicked} />
      )}
      {agms.length === 0 ? (
        <p className={styles.caption}>{t('No AGMs selected')}</p>
      ) : (
        <Chips
          label={t('AGMs')}
          items={agms.map(String)}
          most={MOST_CHIPS}
          onRemove={(uid) => changeDraft((draft) => removeAgms(draft, new Set([Number(uid)])))}
        />
      )}
      <SaveFaults codes={['no-devices']} />
      {step === 'list' && (
        <SelectAgmsDialog
          key={turn}
          isOpen={isOpen}
          title={t('Select AGMs')}
          devices={choosable}
          chosen={agms}
          onSelect={(uids) => changeDraft((draft) => chooseAgms(draft, new Set(uids), choosable))}
          onClose={close}
        />
      )}
    </EditorSection>
  );
}
