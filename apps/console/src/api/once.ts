/** Makes a thing at the first call and keeps it. A promise that fails is not kept: the next call makes a new one. */
export function once<Made>(make: () => Made): () => Made {
  let kept: { readonly made: Made } | null = null;
  return () => {
    if (kept) return kept.made;
    const own = { made: make() };
    kept = own;
    if (own.made instanceof Promise)
      own.made.catch(() => {
        if (kept === own) kept = null;
      });
    return own.made;
  };
}

/** Calls while one is under way get the answer of that one. */
export function shareUnderWay<Answer>(call: () => Promise<Answer>): () => Promise<Answer> {
  let underWay: Promise<Answer> | null = null;
  return () => {
    underWay ??= call().finally(() => {
      underWay = null;
    });
    return underWay;
  };
}
