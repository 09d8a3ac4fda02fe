import { listRoutes } from '@waymark/contract/routes/index';

/** In development a response that violates the contract fails loudly; a build leaves this file out. */
export function checkReply(address: string, reply: unknown): void {
  const route = listRoutes().find(({ method, path }) => `${method} ${path}` === address);
  // An empty body is read as an empty text, which matches the `z.void()` of the contract.
  const isVoid = reply === '' && route?.reply.safeParse(undefined).success === true;
  const result = route?.reply.safeParse(isVoid ? undefined : reply);
  if (result && !result.success) throw new Error(`${address} answered against the contract: ${result.error.message}`);
}
