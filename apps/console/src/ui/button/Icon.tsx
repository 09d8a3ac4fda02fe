import { iconPaths, type IconName } from './icon-paths.ts';

interface IconProps {
  readonly name: IconName;
  /** Side in px; 16 unless told otherwise. */
  readonly size?: number;
  /** Stroke in the 16 px box; 1.8 for status marks that must be seen first. */
  readonly stroke?: number;
}

/** A line icon in the colour of the text around it. It says nothing to a screen reader: the control around it must. */
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
