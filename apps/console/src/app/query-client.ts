import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isApiError, logFailure } from '#/api/api-error.ts';
import { t } from '#/language/t.ts';
import { showError } from '#/ui/toast/toasts.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `isShownInPlace`: the failure is shown in place of the data, so no toast is needed. */
    readonly queryMeta: { readonly isShownInPlace?: boolean };
    readonly mutationMeta: { readonly isShownInPlace?: boolean };
  }
}

const MAX_RETRIES = 2;

/** Retries if there was no answer, or the server failed; never after a refusal. */
export function isWorthRetrying(failureCount: number, error: unknown): boolean {
  return failureCount < MAX_RETRIES && isApiError(error) && (error.status === 0 || error.status >= 502);
}

/**
 * Expected answers, which the screen explains: another user has removed the device, or the rules of the run refuse a
 * verification.
 */
const EXPECTED = ['device-not-found', 'passage-not-verifiable'] as const;

const isExpected = (error: unknown): boolean => EXPECTED.some((code) => isApiError(error, code));

function tell(error: unknown, isShownInPlace: boolean): void {
  if (!isExpected(error)) logFailure(error);
  if (!isShownInPlace) showError({ message: t('A call to the server failed'), cause: error });
}

/** Results are cached until an event or a reload replaces them; failed calls are logged and shown. */
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
