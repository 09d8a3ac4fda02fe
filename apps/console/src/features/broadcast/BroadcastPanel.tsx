import type { ReactNode } from 'react';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { Section } from '#/ui/sheet/Panel.tsx';
import { dialogHome, useDialogChain, type DialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { useSteadyDevices } from '#/features/devices/table/use-steady-devices.ts';
import type { Device } from '#/features/devices/store/device.ts';
import { describeChosen, listChosen } from '#/features/devices/choice/agm-choice.view.ts';
import { ChosenAgms } from '#/features/devices/choice/ChosenAgms.tsx';
import { changeDraft, useBroadcast, type BroadcastOrder } from './broadcast-store.ts';
import { validateBroadcast, type Message } from './broadcast.view.ts';
import { BroadcastProgress } from './BroadcastProgress.tsx';
import { CommandList } from './CommandList.tsx';
import { ConfirmBroadcast } from './ConfirmBroadcast.tsx';
import { SelectAgmsDialog } from '#/features/devices/choice/SelectAgmsDialog.tsx';
import { SelectCommandsDialog } from './SelectCommandsDialog.tsx';
import { serverNow } from '#/live/clock-store.ts';
import { MessageDialog } from '#/ui/dialog/MessageDialog.tsx';
import { sendBroadcast } from './broadcast.data.ts';
import styles from './Broadcast.module.css';

/** Sends the same commands to many devices, and shows their progress. */
export function BroadcastPanel() {
  const draft = useBroadcast((broadcast) => broadcast.draft);
  const sent = useBroadcast((broadcast) => broadcast.sent);
  const devices = useSteadyDevices();
  const chosen = listChosen(devices, draft.uids);
  const { blockedBecause } = useCanWrite();
  const dialogs = useDialogChain<PanelStep>();
  const { open } = dialogs;
  const order = { ...draft, uids: chosen.map(({ uid }) => uid) };
  const ask = () => {
    const fault = validateBroadcast(order);
    if (fault === null) open({ kind: 'confirm', order, retriedKey: null });
    else open({ kind: 'message', message: { title: t('Validation Message'), text: fault } });
  };
  return (
    <div {...dialogHome}>
      <Choice title={t('AGMs')} label={t('Select Agms')} onSelect={() => open({ kind: 'agms' })}>
        <ChosenAgms uids={order.uids} words={describeChosen(chosen, serverNow())} />
      </Choice>
      <Choice title={t('Commands')} label={t('Select Commands')} onSelect={() => open({ kind: 'commands' })}>
        {draft.codes.length === 0 ? (
          <p className={styles.none}>{t('No commands selected')}</p>
        ) : (
          <CommandList order={draft} label={t('Selected commands')} />
        )}
      </Choice>
      <div className={styles.send}>
        <Button
          look="primary"
          icon="send"
          isWide
          disabled={blockedBecause !== undefined}
          title={blockedBecause}
          onClick={ask}
        >
          {t('Send Commands Now')}
        </Button>
      </div>
      {sent.map((broadcast) => (
        <BroadcastProgress
          key={broadcast.key}
          broadcast={broadcast}
          onRetry={(uids) => open({ kind: 'confirm', order: { ...broadcast.order, uids }, retriedKey: broadcast.key })}
        />
      ))}
      <ChoiceDialogs dialogs={dialogs} draft={draft} devices={devices} />
      <SendDialogs dialogs={dialogs} />
    </div>
  );
}

interface ChoiceProps {
  readonly title: string;
  readonly label: string;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

function Choice({ title, label, onSelect, children }: ChoiceProps) {
  const select = (
    <Button size="small" onClick={onSelect}>
      {label}
    </Button>
  );
  return (
    <Section title={title} action={select}>
      {children}
    </Section>
  );
}

interface ChoiceDialogsProps {
  readonly dialogs: DialogChain<PanelStep>;
  readonly draft: BroadcastOrder;
  readonly devices: readonly Device[];
}

/** Chooses devices and commands. */
function ChoiceDialogs({ dialogs: { step, isOpen, turn, close }, draft, devices }: ChoiceDialogsProps) {
  if (step?.kind === 'agms')
    return (
      <SelectAgmsDialog
        key={turn}
        isOpen={isOpen}
        title={t('Select Agms')}
        devices={devices}
        chosen={draft.uids}
        sweeps={['all', 'none', 'connected']}
        onSelect={(uids) => changeDraft({ uids })}
        onClose={close}
      />
    );
  if (step?.kind !== 'commands') return null;
  return (
    <SelectCommandsDialog
      key={turn}
      isOpen={isOpen}
      chosen={draft}
      uids={draft.uids}
      onSelect={changeDraft}
      onClose={close}
    />
  );
}

interface SendStep {
  readonly order: BroadcastOrder;
  /** The broadcast whose failed devices these are; null: a new one. */
  readonly retriedKey: number | null;
}

type PanelStep =
  | { readonly kind: 'agms' | 'commands' }
  | ({ readonly kind: 'confirm' } & SendStep)
  | { readonly kind: 'message'; readonly message: Message };

function SendDialogs({ dialogs: { step, isOpen, turn, follow, close } }: { readonly dialogs: DialogChain<PanelStep> }) {
  if (step?.kind === 'confirm') {
    const { order, retriedKey } = step;
    return (
      <ConfirmBroadcast
        key={turn}
        {...{ order, isOpen }}
        send={() => sendBroadcast(order, retriedKey)}
        onAnswer={(message) => follow({ kind: 'message', message })}
        onClose={close}
      />
    );
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
