import { useRouteContext } from '@tanstack/react-router';

/** The data about screens for the sign-in pages, provided by the app, which defines the screens. */
export interface ScreenContext {
  /** The address of a screen by its name in /login/NAME. */
  readonly pathOfScreen: (name: string | null | undefined) => string;
}

export function usePathOfScreen(): ScreenContext['pathOfScreen'] {
  return useRouteContext({ from: '__root__' }).pathOfScreen;
}
