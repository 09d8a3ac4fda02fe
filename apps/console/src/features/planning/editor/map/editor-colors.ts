/** The theme's colours for editing a path. */
export interface EditorColors {
  readonly line: string;
  readonly casing: string;
  readonly label: string;
  readonly halo: string;
  /** For chosen items, and for the outline being drawn. */
  readonly accent: string;
}
