/** A tile that every layer has: the middle of the United States, the initial view. */
const PROBE = { z: '4', x: '3', y: '6' } as const;
const PROBE_MS = 2500;

/** Public hosts require the referrer, which the pages of this console otherwise do not send. */
export const TILE_REFERRER: ReferrerPolicy = 'origin';

export function toProbeAddress(template: string): string {
  return template.replace(/\{([xyz])\}/g, (_, part: keyof typeof PROBE) => PROBE[part]);
}

const REFUSED = new Set([401, 403, 429]);

/** Whether the host can be used. It may lack this tile. */
async function probe(template: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(toProbeAddress(template), {
      signal: AbortSignal.any([signal, AbortSignal.timeout(PROBE_MS)]),
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: TILE_REFERRER,
    });
    await response.arrayBuffer();
    return response.status < 500 && !REFUSED.has(response.status);
  } catch {
    return false;
  }
}

/** Whether all hosts of a layer can be used. */
export async function probeTiles(templates: readonly string[], signal: AbortSignal): Promise<boolean> {
  const answers = await Promise.all(templates.map((template) => probe(template, signal)));
  return answers.every(Boolean);
}
