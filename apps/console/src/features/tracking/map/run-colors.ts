/** The theme's colours for the lines of runs. */
export interface RunColors {
  readonly past: string;
  readonly future: string;
  /** By certainty. */
  readonly band: string;
  readonly plan: string;
  readonly pig: string;
  readonly autoLink: string;
  readonly casing: string;
  readonly label: string;
  readonly halo: string;
  readonly accent: string;
  readonly verified: string;
  readonly unverified: string;
  readonly missing: string;
  /** For a silent marker past its latest time, and for the stretch to search. */
  readonly overdue: string;
  readonly unwatched: string;
}
