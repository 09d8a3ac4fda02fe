/** Of the lines of runs, as the theme has them. */
export interface RunColors {
  readonly past: string;
  readonly future: string;
  /** How sure we are. */
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
  /** A silent marker past its latest time, and the stretch to search. */
  readonly overdue: string;
  readonly unwatched: string;
}
