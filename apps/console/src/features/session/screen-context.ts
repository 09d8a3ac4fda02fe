import { useRouteContext } from '@tanstack/react-router';

/** What the sign-in pages need to know of the screens, which belong to the app. */
export interface ScreenContext {
  /** The address of a screen by its name in /login/NAME. */
  readonly pathOfScreen: (name: string | null | undefined) => string;
}

export function usePathOfScreen(): ScreenContext['pathOfScreen'] {
  return useRouteContext({ from: '__root__' }).pathOfScreen;
}
