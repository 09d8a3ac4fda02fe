// A problem is a failure that a caller may encounter: its code never changes, its title is for users.
export interface ProblemDefinition {
  readonly status: number;
  readonly title: string;
  /** Error code of the identity calls, whose answers follow OAuth (RFC 6749 §5.2). */
  readonly oauthError?: string;
}

export function defineProblems<const Definitions extends Readonly<Record<string, ProblemDefinition>>>(
  definitions: Definitions,
): Definitions {
  return definitions;
}
