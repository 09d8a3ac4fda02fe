/** The theme's colours for what is drawn with WebGL, which cannot read CSS variables. */
export interface MapColors {
  readonly land: string;
  readonly water: string;
  readonly road: string;
  readonly boundary: string;
  readonly label: string;
  readonly halo: string;
}
