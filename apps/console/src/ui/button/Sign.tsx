/** The icons of the login screen, which loads no others. */
export const signPaths = {
  check: 'M3.5 8.5l3 3 6-7',
  chevronRight: 'M6 4l4 4-4 4',
  error: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM4.2 4.2l7.6 7.6',
  info: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM8 7.4V11M8 5h.01',
  warning: 'M8 2.5l6 11H2ZM8 6.5v3M8 11.4h.01',
} as const;

export type SignName = keyof typeof signPaths;

export interface DrawingProps {
  /** Side in px; default 16. */
  readonly size?: number;
  /** Stroke width in the 16 px box; 1.8 for prominent status marks. */
  readonly stroke?: number;
}

/**
 * A line drawing in the colour of the surrounding text. Hidden from screen readers: the control around it needs a name.
 */
export function LineDrawing({ path, size = 16, stroke = 1.4 }: DrawingProps & { readonly path: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  );
}

/** An icon of the few that are loaded before the login screen. */
export function Sign({ name, ...drawing }: DrawingProps & { readonly name: SignName }) {
  return <LineDrawing path={signPaths[name]} {...drawing} />;
}
