// Shows pushes of the server, and acts on the clicks of users. The server writes all texts, in the language of the user.

/** Lets the user acknowledge from the notification. */
interface PushAnswer {
  readonly token: string;
  readonly label: string;
  /** Shown when the server could not be reached, or refused. */
  readonly failed: string;
}

/** The payload of the server (apps/server/src/features/reach/push-channel.ts). */
export interface Push {
  readonly title: string;
  readonly body: string;
  /** A newer notification with the same tag replaces the older one. */
  readonly tag: string;
  /** An address of the console. */
  readonly opens: string;
  readonly openLabel: string;
  readonly answer?: PushAnswer;
}

export const ACKNOWLEDGE = 'acknowledge';

/** Message to an open page of the console. */
export interface OpenPlace {
  readonly opens: string;
}

interface NoticeOptions extends NotificationOptions {
  readonly actions?: ReadonlyArray<{ readonly action: string; readonly title: string }>;
}

type Show = (title: string, options: NoticeOptions) => Promise<void>;

interface Page {
  readonly focus: () => Promise<unknown>;
  readonly postMessage: (message: OpenPlace) => void;
}

/** The open pages of the console, and how another one opens. */
export interface Pages {
  readonly list: () => Promise<readonly Page[]>;
  readonly open: (address: string) => Promise<unknown>;
}

const ICON = '/favicon.svg';

/** A push must show something: browsers end subscriptions that do not. */
export function readPush(text: string): Push {
  try {
    const { title, body, tag, opens, openLabel, answer } = JSON.parse(text) as Partial<Push>;
    return {
      title: title ?? 'Waymark',
      body: body ?? '',
      tag: tag ?? 'waymark',
      // Only addresses of the console itself.
      opens: opens !== undefined && /^\/(?!\/)/.test(opens) ? opens : '/',
      openLabel: openLabel ?? 'Open',
      ...(answer && { answer }),
    };
  } catch {
    return { title: 'Waymark', body: '', tag: 'waymark', opens: '/', openLabel: 'Open' };
  }
}

export function showPush(push: Push, show: Show): Promise<void> {
  const { title, body, tag, openLabel, answer } = push;
  return show(title, {
    body,
    tag,
    icon: ICON,
    data: push,
    requireInteraction: answer !== undefined,
    actions: [...(answer ? [{ action: ACKNOWLEDGE, title: answer.label }] : []), { action: 'open', title: openLabel }],
  });
}

/** Acknowledges, and shows what became of it: another user may have been first. */
export async function acknowledgePush(
  push: Push,
  { fetch, show }: { readonly fetch: (address: string, init: RequestInit) => Promise<Response>; readonly show: Show },
): Promise<void> {
  const { answer, title, tag, opens } = push;
  if (!answer) return;
  const { answer: _used, ...left } = push;
  try {
    const reply = await fetch('/api/acknowledge', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: answer.token }),
    });
    if (!reply.ok) throw new Error(`the server answered ${reply.status}`);
    const { message } = (await reply.json()) as { readonly message: string };
    await show(title, { body: message, tag, icon: ICON, silent: true, data: left });
  } catch {
    await show(title, { body: answer.failed, tag, icon: ICON, data: { ...push, opens } });
  }
}

/** Opens the place of a push: in the console that is open, else in a new page. */
export async function openPush({ opens }: Push, { list, open }: Pages): Promise<void> {
  const [page] = await list();
  if (!page) {
    await open(opens);
    return;
  }
  await page.focus();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's page takes none
  page.postMessage({ opens });
}
