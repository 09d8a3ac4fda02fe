import { describeAge } from './age.view.ts';
import { useServerNow } from './use-server-now.ts';

/** The age of a time: "3 min". */
export function Age({ of }: { readonly of: string }) {
  return describeAge(of, useServerNow());
}
