import type { Translate } from '../language/translate.ts';
import { formatUtcSecond } from '../time/utc.ts';

// Causes of a company whose devices cannot be heard at all: a link or a gateway is down.

const MINUTE_MS = 60_000;

/** Fewer devices may be away by chance. */
const LEAST_DEVICES = 3;
const SILENT_AFTER_MS = 10 * MINUTE_MS;
/** A broker that restarts, or a short loss of its connection, raises no alert. */
const AWAY_AFTER_MS = 2 * MINUTE_MS;

/** The devices of one link that watch active runs of a company, without those that sleep. */
export interface WatchedLink {
  readonly link: 'cellular' | 'iridium';
  readonly devices: number;
  readonly connected: number;
  /** The last heartbeat of any of them. */
  readonly heardAt: number | null;
}

export type LinkCause =
  | {
      readonly kind: 'link-silent';
      readonly key: string;
      readonly link: WatchedLink['link'];
      readonly devices: number;
      readonly heardAt: number;
    }
  | { readonly kind: 'broker-away'; readonly key: string; readonly nodes: readonly string[] };

/** All awake devices of a link are gone: a single device that is heard ends the cause. */
export function findSilentLinks(links: readonly WatchedLink[], now: number): LinkCause[] {
  return links.flatMap(({ link, devices, connected, heardAt }): LinkCause[] => {
    if (devices < LEAST_DEVICES || connected > 0 || heardAt === null || now - heardAt < SILENT_AFTER_MS) return [];
    return [{ kind: 'link-silent', key: `link-silent ${link}`, link, devices, heardAt }];
  });
}

/** A node whose connection to the broker is broken. */
export interface NodeWithoutBroker {
  readonly name: string;
  readonly awaySince: number;
}

/** Names the nodes that have been without their broker for two minutes. */
export function findBrokerCause(nodes: readonly NodeWithoutBroker[], now: number): LinkCause[] {
  const away = nodes.filter(({ awaySince }) => now - awaySince >= AWAY_AFTER_MS).map(({ name }) => name);
  if (away.length === 0) return [];
  return [{ kind: 'broker-away', key: 'broker-away', nodes: away }];
}

export function describeLinkCause(cause: LinkCause, t: Translate): string {
  if (cause.kind === 'broker-away')
    return t('The MQTT broker is not connected to {nodes}: AGMs behind it are not heard.', {
      nodes: cause.nodes.join(', '),
    });
  const values = { count: cause.devices, time: `${formatUtcSecond(cause.heardAt)} UTC` };
  return cause.link === 'cellular'
    ? t('None of the {count} cellular AGMs of active runs is connected. Last heartbeat {time}.', values)
    : t('None of the {count} satellite AGMs of active runs is connected. Last heartbeat {time}.', values);
}
