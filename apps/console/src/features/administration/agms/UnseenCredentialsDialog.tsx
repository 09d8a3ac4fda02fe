import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isApiError } from '#/api/api-error.ts';
import { t } from '#/language/t.ts';
import { serverNow } from '#/live/clock-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { useOpenDialogs } from '#/ui/dialog/DialogFrame.tsx';

import styles from './AgmDialogs.module.css';
import { groupAgmsQuery, renewCredentials } from './agms.data.ts';
import { useFleetDialogs } from './fleet-store.ts';
import {
  dropNotes,
  findUnseen,
  forgetUnseen,
  isOpen,
  recallUnseen,
  useUnseen,
  type Unseen,
} from './unseen-credentials.ts';

const LOOK_EVERY_MS = 5000;
const MOST_NAMED = 20;

function nameUids(uids: readonly number[]): string {
  const named = uids.slice(0, MOST_NAMED).join(', ');
  return uids.length > MOST_NAMED ? t('{named} and {number} more', { named, number: uids.length - MOST_NAMED }) : named;
}

const isGone = (error: unknown) => isApiError(error, 'not-found');

/** The noted AGMs that this page neither requests nor shows, as the server knows them; null: not known now. */
function useFound() {
  const { noted, here } = useUnseen();
  const lost = noted.filter(({ uid }) => !here.has(uid));
  const chooseInterval = () => (lost.some((unseen) => isOpen(unseen, serverNow())) ? LOOK_EVERY_MS : false);
  const groups = [...new Set(lost.map(({ group }) => group))];
  const { agms, isKnown } = useQueries({
    queries: groups.map((group) => ({ ...groupAgmsQuery(group), refetchInterval: chooseInterval, staleTime: 0 })),
    combine: (results) => ({
      agms: results.flatMap(({ data }) => data ?? []),
      isKnown: results.every(
        ({ isFetchedAfterMount, isSuccess, error }) => isFetchedAfterMount && (isSuccess || isGone(error)),
      ),
    }),
  });
  return isKnown ? findUnseen(lost, agms, serverNow()) : null;
}

/** Opens only when no other dialog is open. */
function useTurn(isWanted: boolean): boolean {
  const isFree = useOpenDialogs(({ count }) => count === 0);
  const [isUp, setUp] = useState(false);
  const isShown = isWanted && (isUp || isFree);
  if (isUp !== isShown) setUp(isShown);
  return isShown;
}

/** Offers new credentials where the answer of their request was lost. */
export function UnseenCredentialsDialog() {
  const queryClient = useQueryClient();
  useEffect(() => recallUnseen(), []);
  const isOneShown = useFleetDialogs(({ issued, imported }) => issued !== null || imported !== null);
  const [later, setLater] = useState('');
  const found = useFound();
  const over = JSON.stringify(found?.over ?? []);
  useEffect(() => {
    if (over !== '[]') dropNotes(JSON.parse(over) as Unseen[]);
  }, [over]);
  const issued = found?.issued ?? [];
  const uids = issued.map(({ uid }) => uid);
  const key = uids.join(' ');
  const isShown = useTurn(uids.length > 0 && key !== later && !isOneShown);
  return (
    <ConfirmDialog
      isOpen={isShown}
      title={t('Credentials not seen')}
      confirmLabel={uids.length === 1 ? t('Make a new one') : t('Make new ones')}
      cancelLabel={t('Later')}
      onConfirm={() => renewCredentials(queryClient, issued)}
      onClose={() => setLater(key)}
      width={460}
    >
      <p>
        {t(
          '{count} AGM got a credential that was not saved here: {uids}. It cannot be shown again; a new one ends it.|{count} AGMs got a credential that was not saved here: {uids}. It cannot be shown again; a new one ends it.',
          { count: uids.length, uids: nameUids(uids) },
        )}
      </p>
      <div className={styles.saved}>
        <Button size="small" onClick={() => forgetUnseen(uids)}>
          {t('I have saved it elsewhere')}
        </Button>
      </div>
    </ConfirmDialog>
  );
}
