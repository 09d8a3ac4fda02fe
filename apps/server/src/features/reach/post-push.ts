import type { AllowedHosts } from '../../platform/outbound/allowed-hosts.ts';
import { findTarget, type ResolveHost } from '../../platform/outbound/find-target.ts';
import { post } from '../../platform/outbound/post.ts';
import { createHostResolver } from '../../platform/outbound/resolve-host.ts';

export interface PushRequest {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer;
}

export interface PushReply {
  readonly status: number;
  /** The beginning of the service's own explanation. */
  readonly reason: string;
}

export type PostPush = (request: PushRequest, signal: AbortSignal) => Promise<PushReply>;

const KEPT_OF_REPLY = 300;

/** The only function that calls push services. Their addresses come from browsers, so it refuses the own network. */
export function createPostPush(allowed: AllowedHosts, resolve: ResolveHost = createHostResolver()): PostPush {
  return async ({ endpoint, headers, body }, signal) => {
    const url = new URL(endpoint);
    const addresses = await findTarget(url, allowed, resolve);
    const { status, text } = await post({ url, addresses, headers, body, signal });
    const reason = text
      .slice(0, KEPT_OF_REPLY)
      .replaceAll(/[\s\0]+/g, ' ')
      .trim()
      .toWellFormed();
    return { status, reason };
  };
}
