import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isApiError } from '../api/api-error.ts';
import { logFailure } from '../api/log-failure.ts';
import { showError } from '../ui/toasts.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `isShownInPlace`: the failure stands where the data would, so that no toast is needed. */
    readonly queryMeta: { readonly isShownInPlace?: boolean };
    readonly mutationMeta: { readonly isShownInPlace?: boolean };
  }
}

const MAX_RETRIES = 2;

/** Worth another try: no answer, or a server that failed; never a refusal. */
export function isWorthRetrying(failureCount: number, error: unknown): boolean {
  return failureCount < MAX_RETRIES && isApiError(error) && (error.status === 0 || error.status >= 502);
}

/** Another user has removed the device that the screen shows: an expected end, which the screen states. */
const isExpectedEnd = (error: unknown): boolean => isApiError(error, 'device-not-found');

function tell(error: unknown, isShownInPlace: boolean): void {
  if (!isExpectedEnd(error)) logFailure(error);
  if (!isShownInPlace) showError({ message: 'A call to the server failed', cause: error });
}

/** Reads stay until an event or a reload replaces them; failed calls are logged raw and shown. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, { meta }) => tell(error, meta?.isShownInPlace ?? false) }),
    mutationCache: new MutationCache({
      onError: (error, _, __, { meta }) => tell(error, meta?.isShownInPlace ?? false),
    }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: isWorthRetrying,
      },
      mutations: { retry: false },
    },
  });
}
