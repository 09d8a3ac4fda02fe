import { listRoutes } from '@waymark/contract/routes/index';

/** While developing, an answer that is not what the contract says fails loudly; a build leaves this file out. */
export function checkReply(address: string, reply: unknown): void {
  const route = listRoutes().find(({ method, path }) => `${method} ${path}` === address);
  // An empty body is read as an empty text, which stands for the `z.void()` of the contract.
  const isVoid = reply === '' && route?.reply.safeParse(undefined).success === true;
  const result = route?.reply.safeParse(isVoid ? undefined : reply);
  if (result && !result.success) throw new Error(`${address} answered against the contract: ${result.error.message}`);
}
