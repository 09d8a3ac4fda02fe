import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { serverNow } from '#/live/clock-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { useOpenDialogs } from '#/ui/dialog/DialogFrame.tsx';
import { useUnloadQuestion } from '#/ui/dialog/use-unload-question.ts';
import { countWords } from '#/ui/table/count-words.ts';
import { groupAgmsQuery, renewCredentials } from './agms.data.ts';
import { useFleetDialogs } from './fleet-store.ts';
import { dropNotes, findUnseen, forgetUnseen, recallUnseen, useUnseen, type Unseen } from './unseen-credentials.ts';

const LOOK_EVERY_MS = 5000;
const MOST_NAMED = 20;

function nameUids(uids: readonly number[]): string {
  const named = uids.slice(0, MOST_NAMED).join(', ');
  return uids.length > MOST_NAMED ? `${named} and ${uids.length - MOST_NAMED} more` : named;
}

/** The noted AGMs that this page neither requests nor shows, as the server knows them; null: not known yet. */
function useFound() {
  const { noted, here } = useUnseen();
  const lost = noted.filter(({ uid }) => !here.has(uid));
  const groups = [...new Set(lost.map(({ group }) => group))];
  const { agms, isKnown } = useQueries({
    queries: groups.map((group) => ({ ...groupAgmsQuery(group), refetchInterval: LOOK_EVERY_MS, staleTime: 0 })),
    combine: (results) => ({
      agms: results.flatMap(({ data }) => data ?? []),
      isKnown: results.every(({ isFetchedAfterMount }) => isFetchedAfterMount),
    }),
  });
  return isKnown ? findUnseen(lost, agms, serverNow()) : null;
}

/** Opens only when no other dialog is open. */
function useTurn(isWanted: boolean): boolean {
  const isFree = useOpenDialogs(({ count }) => count === 0);
  const [isUp, setUp] = useState(false);
  const isOpen = isWanted && (isUp || isFree);
  if (isUp !== isOpen) setUp(isOpen);
  return isOpen;
}

/** Asks before a reload while a credential is requested, and offers new ones where the answer was lost. */
export function UnseenCredentialsDialog() {
  const queryClient = useQueryClient();
  useUnloadQuestion(useUnseen(({ waiting }) => waiting > 0));
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
  const isOpen = useTurn(uids.length > 0 && key !== later && !isOneShown);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Credentials not seen"
      confirmLabel={uids.length === 1 ? 'Make a new one' : 'Make new ones'}
      cancelLabel="Later"
      onConfirm={() => renewCredentials(queryClient, issued)}
      onClose={() => setLater(key)}
      width={460}
    >
      <p>
        {countWords(uids.length, 'AGM')} got a credential, and this page was left before it was saved: {nameUids(uids)}.
        It cannot be shown again. A new one ends it.
      </p>
      <Button size="small" look="quiet" onClick={() => forgetUnseen(uids)}>
        I have saved it elsewhere
      </Button>
    </ConfirmDialog>
  );
}
