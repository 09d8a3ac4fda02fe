import type { CommandType } from '@waymark/commands/commands';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { t } from '#/language/t.ts';
import { callApi } from '#/api/client.ts';
import { useServerClock } from '#/live/clock-store.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { showError, showSuccess } from '#/ui/toast/toasts.ts';
import { refreshCommands } from './commands.data.ts';
import { findExpiry, type Expiry } from './expiry.ts';

export interface CommandOrder {
  readonly commandType: CommandType;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface CommandSender {
  /**
   * Queues one command, or several in order; calls `onQueued` only after success, so that the entries are kept
   * otherwise.
   */
  readonly send: (orders: readonly CommandOrder[], onQueued?: () => void) => void;
  readonly isSending: boolean;
  /** Reason why nothing can be sent now; undefined: it can. */
  readonly blockedBecause: string | undefined;
}

function toWire(uid: number, expiry: Expiry, now: number) {
  const timeStampSent = formatUtcSecond(now);
  const expiresAt = findExpiry(expiry, now);
  return ({ commandType, parameters }: CommandOrder) => ({
    uid,
    commandType,
    timeStampSent,
    parameters: { ...parameters },
    expiresAt,
  });
}

/** A single command has its own call; several are queued together, all or none. */
async function queue(uid: number, expiry: Expiry, orders: readonly CommandOrder[]): Promise<void> {
  const now = Date.now() + useServerClock.getState().offsetMs;
  const [first, ...rest] = orders.map(toWire(uid, expiry, now));
  if (first === undefined) return;
  if (rest.length === 0) await callApi('POST /commands/queue', { body: first });
  else await callApi('POST /commands/queueList', { body: [first, ...rest] });
}

/** The sender for the forms of a device's dialog. */
export function useCommandSender(uid: number, expiry: Expiry): CommandSender {
  const queryClient = useQueryClient();
  const { blockedBecause } = useCanWrite();
  const { mutate, isPending } = useMutation({
    mutationFn: (orders: readonly CommandOrder[]) => queue(uid, expiry, orders),
    meta: { isShownInPlace: true },
    onSuccess: (_, orders) => {
      showSuccess(orders.length === 1 ? t('Queued command') : t('Queued commands'), String(uid));
      void refreshCommands(queryClient, uid);
    },
    onError: (cause, orders) =>
      showError({
        message: orders.length === 1 ? t('The command was not queued') : t('The commands were not queued'),
        cause,
      }),
  });
  const send: CommandSender['send'] = (orders, onQueued) => mutate(orders, { onSuccess: () => onQueued?.() });
  return { send, isSending: isPending, blockedBecause };
}
