import { iconPaths, type IconName } from './icon-paths.ts';

interface IconProps {
  readonly name: IconName;
  /** Side in px; default 16. */
  readonly size?: number;
  /** Stroke width in the 16 px box; 1.8 for prominent status marks. */
  readonly stroke?: number;
}

/**
 * A line icon in the colour of the surrounding text. Hidden from screen readers: the control around it needs a name.
 */
export function Icon({ name, size = 16, stroke = 1.4 }: IconProps) {
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
      <path d={iconPaths[name]} />
    </svg>
  );
}
