/** The theme's colours of what is drawn while a path is edited. */
export interface EditorColors {
  readonly line: string;
  readonly casing: string;
  readonly label: string;
  readonly halo: string;
  /** Of what is chosen, and of what is being drawn. */
  readonly accent: string;
}
