import type { CommandState } from '@waymark/commands/life';
import { findGateFault } from '@waymark/commands/commands';
import { canStream } from '@waymark/commands/streaming';
import { isApiError } from '#/api/api-error.ts';
import type { Device } from '#/features/devices/store/device.ts';
import { t } from '#/language/t.ts';
import type { SessionVoice, StreamRequest } from './session-types.ts';

/** The time in which the device must answer. */
const ANSWER_TIMEOUT_MS = 60_000;

export type StreamDevice = Pick<Device, 'isIridium' | 'bluetooth' | 'lastStreamMode' | 'firmwareVersion'>;

/** An event about a command. */
export interface CommandNews {
  readonly commandId: number;
  readonly state: CommandState;
  readonly note: string | null;
}

/** The command queue of the device. */
export interface CommandDesk {
  readonly readDevice: () => StreamDevice | undefined;
  /** False: a call would only report the expired session to the login screen. */
  readonly isSignedIn: () => boolean;
  /** Returns the command's id. */
  readonly queue: (isEnabled: boolean) => Promise<number>;
  readonly remove: (commandId: number) => Promise<unknown>;
  /** Subscribes to the events of the device's commands until the returned function is called. */
  readonly follow: (listener: (news: CommandNews) => void) => () => void;
  /** The page is being left: the request must not depend on it. */
  readonly stopAtLeave: () => void;
}

interface StreamAsk {
  readonly request: StreamRequest;
  readonly note: string | null;
}

/** Reason not to ask a device; null: ask. An unknown device is asked, and the server decides. */
function findObstacle(device: StreamDevice | undefined): 'bluetooth' | 'satellite' | null {
  if (!device) return null;
  if (findGateFault('StreamEnable', device) === 'other-link') return 'satellite';
  return canStream(device) ? null : 'bluetooth';
}

/** The outcome for the user; null: the command is still pending. */
function judge({ state, note }: CommandNews): StreamAsk | null {
  switch (state) {
    case 'queued':
    case 'sent':
      return null;
    case 'accepted':
      return { request: 'answered', note: null };
    case 'rejected':
      return { request: 'refused', note };
    case 'expired':
    case 'deleted':
      return { request: 'refused', note: t('The command was deleted.') };
  }
}

const NOBODY_ASKS: StreamAsk = { request: 'none', note: null };

interface Asker {
  readonly desk: CommandDesk;
  readonly voice: SessionVoice;
  readonly onChange: () => void;
}

/** Requests to one device run in order, whichever window sent them. */
const lines = new Map<number, Promise<unknown>>();

function inLine<Answer>(uid: number, act: () => Promise<Answer>): Promise<Answer> {
  const done = (lines.get(uid) ?? Promise.resolve()).then(act);
  const settled = done.then(
    () => undefined,
    () => undefined,
  );
  lines.set(uid, settled);
  void settled.then(() => lines.get(uid) === settled && lines.delete(uid));
  return done;
}

/** Asks a device to stream while a window is open, and to stop when it is closed. */
export class StreamEnable {
  readonly #uid: number;
  readonly #asker: Asker;
  #ask: StreamAsk = NOBODY_ASKS;
  /** The command whose answer is pending. */
  #commandId: number | null = null;
  #stopFollowing: (() => void) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasAsked = false;
  #wasKnown = false;
  #isClosed = false;

  constructor(uid: number, asker: Asker) {
    this.#uid = uid;
    this.#asker = asker;
  }

  get state(): StreamAsk {
    return this.#ask;
  }

  /** Asks again if the device may have stopped meanwhile. */
  ask(): void {
    if (this.#ask.request === 'queued') return;
    const obstacle = findObstacle(this.#asker.desk.readDevice());
    if (obstacle) {
      this.#set({ request: obstacle, note: null });
      return;
    }
    this.#set({ request: 'queued', note: null });
    void inLine(this.#uid, () => this.#queue());
  }

  /**
   * The window is closed: deletes a pending command and sends the stop command. Waits for `unheard` first: the server
   * skips a stop while it still counts a subscriber.
   */
  close(unheard: Promise<unknown>): void {
    this.#isClosed = true;
    void inLine(this.#uid, async () => {
      await unheard;
      await this.#withdraw();
    });
  }

  /** The page is left, perhaps only into the browser's cache. */
  leave(): void {
    if (!this.#hasAsked || !this.#asker.desk.isSignedIn()) return;
    this.#forgetCommand();
    this.#ask = NOBODY_ASKS;
    this.#asker.desk.stopAtLeave();
  }

  async #queue(): Promise<void> {
    const { desk, voice } = this.#asker;
    if (this.#isClosed) return;
    this.#hasAsked = true;
    this.#wasKnown ||= desk.readDevice() !== undefined;
    const heard: CommandNews[] = [];
    // The answer of the device may arrive before the reply of the server.
    const stop = desk.follow((news) => {
      if (this.#commandId === null) heard.push(news);
      else this.#hear(news);
    });
    this.#stopFollowing = stop;
    try {
      const commandId = await desk.queue(true);
      // The user has left the page meanwhile.
      if (this.#stopFollowing !== stop) return;
      this.#commandId = commandId;
      this.#timer = setTimeout(() => void this.#giveUp(commandId), ANSWER_TIMEOUT_MS);
      heard.forEach((news) => this.#hear(news));
    } catch (cause) {
      this.#forgetCommand();
      const isRefused = isApiError(cause) && cause.status >= 400 && cause.status < 500;
      this.#set({ request: isRefused ? 'refused' : 'failed', note: isRefused ? cause.detail : null });
      if (this.#isClosed) voice.log(cause);
      else voice.error({ message: t('The device was not asked to stream'), cause, onRetry: () => this.#retry() });
    }
  }

  #retry(): void {
    if (!this.#isClosed) this.ask();
  }

  #hear(news: CommandNews): void {
    if (news.commandId !== this.#commandId) return;
    const judged = judge(news);
    if (!judged) return;
    this.#forgetCommand();
    this.#set(judged);
  }

  async #giveUp(commandId: number): Promise<void> {
    const { desk, voice } = this.#asker;
    this.#forgetCommand();
    try {
      await desk.remove(commandId);
      this.#set({ request: 'given-up', note: null });
      voice.notice(t('Command response not received. Deleting command.'));
    } catch (cause) {
      // The device accepted meanwhile, but this console missed the event.
      if (isApiError(cause, 'command-not-found')) this.#set({ request: 'answered', note: null });
      else {
        this.#set({ request: 'given-up', note: null });
        voice.error({ message: t('The command was not deleted'), cause, onRetry: () => void this.#giveUp(commandId) });
      }
    }
  }

  /** Nothing waits for the result: a failure is only logged, and the server stops a stream without subscribers. */
  async #withdraw(): Promise<void> {
    const { desk, voice } = this.#asker;
    const commandId = this.#commandId;
    this.#forgetCommand();
    const isRemoved = this.#wasKnown && desk.readDevice() === undefined;
    if (!this.#hasAsked || isRemoved || !desk.isSignedIn()) return;
    if (commandId !== null) {
      await desk.remove(commandId).catch((cause: unknown) => {
        if (!isApiError(cause, 'command-not-found')) voice.log(cause);
      });
    }
    await desk.queue(false).catch(voice.log);
  }

  #forgetCommand(): void {
    clearTimeout(this.#timer);
    this.#stopFollowing?.();
    this.#stopFollowing = null;
    this.#commandId = null;
  }

  #set(ask: StreamAsk): void {
    this.#ask = ask;
    this.#asker.onChange();
  }
}
