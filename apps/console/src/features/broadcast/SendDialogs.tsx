import { useRef } from 'react';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { MessageDialog } from '#/ui/dialog/MessageDialog.tsx';
import type { DialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { Warning } from '#/ui/state/Warning.tsx';
import type { BroadcastOrder } from './broadcast-store.ts';
import { sendBroadcast } from './broadcast.data.ts';
import { askToSend, describeFormat, type Message } from './broadcast.view.ts';
import styles from './Broadcast.module.css';
import { CommandList } from './CommandList.tsx';

interface SendStep {
  readonly order: BroadcastOrder;
  /** The broadcast whose failed devices these are; null: a new one. */
  readonly retriedKey: number | null;
}

interface ConfirmSendProps extends SendStep {
  readonly isOpen: boolean;
  readonly onAnswer: (message: Message) => void;
  readonly onClose: () => void;
}

/** Asks for confirmation, then sends; the next dialog shows the result. */
function ConfirmSend({ order, retriedKey, isOpen, onAnswer, onClose }: ConfirmSendProps) {
  const answer = useRef<Message>(null);
  const formats = order.codes.includes('SD');
  const send = async () => {
    answer.current = await sendBroadcast(order, retriedKey);
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={askToSend(order)}
      confirmLabel={formats ? 'Send and format' : 'Send'}
      isDestructive={formats}
      onConfirm={send}
      onClose={() => (answer.current ? onAnswer(answer.current) : onClose())}
    >
      <div className={styles.asked}>
        <CommandList order={order} label="Commands" />
      </div>
      {formats && <Warning>{describeFormat(order.uids.length)}</Warning>}
    </ConfirmDialog>
  );
}

export type PanelStep =
  | { readonly kind: 'agms' | 'commands' }
  | ({ readonly kind: 'confirm' } & SendStep)
  | { readonly kind: 'message'; readonly message: Message };

export function SendDialogs({
  dialogs: { step, isOpen, turn, follow, close },
}: {
  readonly dialogs: DialogChain<PanelStep>;
}) {
  if (step?.kind === 'confirm') {
    const { order, retriedKey } = step;
    const tell = (message: Message) => follow({ kind: 'message', message });
    return <ConfirmSend key={turn} {...{ order, retriedKey, isOpen }} onAnswer={tell} onClose={close} />;
  }
  if (step?.kind !== 'message') return null;
  const { title, text, more } = step.message;
  return (
    <MessageDialog isOpen={isOpen} title={title} onClose={close}>
      <p>{text}</p>
      {more !== undefined && <p className={styles.more}>{more}</p>}
    </MessageDialog>
  );
}
