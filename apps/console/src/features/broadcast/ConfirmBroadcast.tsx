import { useRef, useState } from 'react';
import { t } from '#/language/t.ts';
import { RunHarmDialog } from '#/features/commands/RunHarmDialog.tsx';
import { findBroadcastHarm, type RunHarm } from '#/features/commands/run-harm.view.ts';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { Warning } from '#/ui/state/Warning.tsx';
import type { BroadcastOrder } from './broadcast-store.ts';
import { askToSend, describeFormat } from './broadcast.view.ts';
import { CommandList } from './CommandList.tsx';
import styles from './Broadcast.module.css';

interface ConfirmBroadcastProps<Answer> {
  readonly order: BroadcastOrder;
  readonly isOpen: boolean;
  readonly send: () => Promise<Answer>;
  readonly onAnswer: (answer: Answer) => void;
  readonly onClose: () => void;
}

/** Asks for confirmation, a second time where the commands harm active runs, then sends. */
export function ConfirmBroadcast<Answer>({ order, isOpen, send, onAnswer, onClose }: ConfirmBroadcastProps<Answer>) {
  const answer = useRef<Answer>(null);
  const found = useRef<RunHarm>(null);
  const [harm, setHarm] = useState<RunHarm | null>(null);
  const { codes, uids } = order;
  const formats = codes.includes('SD');
  const sendNow = async () => {
    answer.current = await send();
  };
  const confirm = () => {
    found.current = findBroadcastHarm(codes, uids);
    return found.current ? undefined : sendNow();
  };
  const leave = () => (answer.current ? onAnswer(answer.current) : onClose());
  if (harm) return <RunHarmDialog {...{ isOpen, harm }} onConfirm={sendNow} onClose={leave} />;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={askToSend(order)}
      confirmLabel={formats ? t('Send and format') : t('Send')}
      isDestructive={formats}
      onConfirm={confirm}
      onClose={() => (found.current ? setHarm(found.current) : leave())}
    >
      <div className={styles.asked}>
        <CommandList order={order} label={t('Commands')} />
      </div>
      {formats && <Warning>{describeFormat(uids.length)}</Warning>}
    </ConfirmDialog>
  );
}
