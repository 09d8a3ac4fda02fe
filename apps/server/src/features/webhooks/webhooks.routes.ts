import { createHash, timingSafeEqual } from 'node:crypto';
import type { Routes } from '@waymark/contract/routes/index';
import type { Handlers } from '../../platform/http/handlers.ts';
import { problem } from '../../platform/http/problem.ts';
import type { Log } from '../../platform/log.ts';
import { SampledLog } from '../../platform/sampled-log.ts';

type Provider = 'rockblock' | 'cloudloop';
type SatelliteRoutes = Pick<Routes['webhooks'], 'takeRockblockMessage' | 'takeCloudloopMessage'>;

export interface WebhookParts {
  /** The secret in each provider's webhook address; undefined: the address does not exist. */
  readonly secrets: Readonly<Record<Provider, string | undefined>>;
  /** Resolves when the delivery is stored; rejects when the provider must send it again. */
  readonly take: (delivery: {
    readonly provider: Provider;
    readonly body: Readonly<Record<string, unknown>>;
    readonly sender: string;
  }) => Promise<'accepted' | 'forged'>;
  readonly log: Log;
  /** The time limit of the answer, below the timeouts of the providers (3 and 5 s). */
  readonly limitsMs?: Readonly<Record<Provider, number>>;
}

const LIMITS_MS = { rockblock: 2500, cloudloop: 4500 };

function hashText(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Rejects after the limit; the work itself continues. */
async function waitAtMost<Value>(work: Promise<Value>, limitMs: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(problem('not-ready')), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

export function createWebhookHandlers(parts: WebhookParts): Handlers<SatelliteRoutes> {
  const { secrets, take, log, limitsMs = LIMITS_MS } = parts;
  const hashes = {
    rockblock: secrets.rockblock && hashText(secrets.rockblock),
    cloudloop: secrets.cloudloop && hashText(secrets.cloudloop),
  };

  const failures = new SampledLog((fields) =>
    log.warn(fields, 'storing a satellite message failed; the gateway sends it again'),
  );

  /** Compares hashes, which have equal lengths, so that the response time does not help to guess the secret. */
  function checkSecret(provider: Provider, given: string): void {
    const expected = hashes[provider];
    if (!expected || !timingSafeEqual(expected, hashText(given))) throw problem('not-found');
  }

  /** A provider retries for hours after "not ready"; the duplicates that this causes are dropped. */
  async function takeDelivery(
    provider: Provider,
    secret: string,
    body: Readonly<Record<string, unknown>>,
    sender: string,
  ) {
    checkSecret(provider, secret);
    const stored = take({ provider, body, sender }).catch((error: unknown) => {
      failures.note(provider, { err: error, provider }, Date.now());
      throw problem('not-ready');
    });
    const outcome = await waitAtMost(stored, limitsMs[provider]);
    if (outcome === 'forged') throw problem('forbidden');
  }

  return {
    takeRockblockMessage: ({ params, body }, { address }) => takeDelivery('rockblock', params.secret, body, address),
    takeCloudloopMessage: ({ params, body }, { address }) => takeDelivery('cloudloop', params.secret, body, address),
  };
}
