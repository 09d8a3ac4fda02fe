import { modulateEnvelope } from '../../apps/server/src/ingest/iridium/elf-carrier.ts';
import { expandBlock, reduceToBlock } from '../../packages/device-protocol/src/iridium/snippet-signal.ts';
import type { ToSnippet } from '../../packages/signals/src/scoring/training/variants.ts';

/** The satellite snippet of a record, as the server stores it. */
export const toSnippet: ToSnippet = (channel, samples, size) => {
  const expanded = expandBlock(reduceToBlock(channel, samples, size));
  return channel === 'elf' ? modulateEnvelope(expanded) : expanded;
};
