import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState, type ReactNode } from 'react';
import { useSession } from '#/features/session/session-store.ts';
import { t } from '#/language/t.ts';
import { EmptyState } from '#/ui/state/DataState.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { companiesQuery } from './company.data.ts';
import styles from './OfCompany.module.css';

interface OfCompanyProps {
  /** Shown to a superadmin before the choice. */
  readonly hint: string;
  /** `groupId` undefined: the user's own company. */
  readonly children: (groupId: number | undefined) => ReactNode;
}

/** Shows the data of one company: an admin sees their own, a superadmin chooses one at a time. */
export function OfCompany({ hint, children }: OfCompanyProps) {
  const isSuperadmin = useSession(({ user }) => user?.role === 'superadmin');
  return isSuperadmin ? <OfChosenCompany hint={hint}>{children}</OfChosenCompany> : children(undefined);
}

function OfChosenCompany({ hint, children }: OfCompanyProps) {
  const query = useQuery(companiesQuery);
  const [chosen, setChosen] = useState('');
  return (
    <LoadedData query={query} what={t('Companies')} widths={[240, 200]}>
      {(companies) => (
        <>
          <div className={styles.company}>
            <NativeSelect
              label={t('Company')}
              value={chosen}
              data={[
                { value: '', label: t('Choose a company') },
                ...companies.map(({ id, groupName }) => ({ value: String(id), label: groupName })),
              ]}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            />
          </div>
          {chosen === '' ? (
            <EmptyState>{hint}</EmptyState>
          ) : (
            <Fragment key={chosen}>{children(Number(chosen))}</Fragment>
          )}
        </>
      )}
    </LoadedData>
  );
}
