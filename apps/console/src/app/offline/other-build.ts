/** Whether a worker reports another build than this page's. */
export function tellsOtherBuild(message: unknown, own: string | null | undefined): boolean {
  if (typeof message !== 'object' || message === null || !('build' in message)) return false;
  return typeof message.build === 'string' && typeof own === 'string' && message.build !== own;
}
