/** Memoises the last call: calls `make` again only for another object or value. */
export function rememberLast<From, Made>(make: (from: From) => Made): (from: From) => Made {
  let last: { readonly from: From; readonly made: Made } | null = null;
  return (from) => {
    if (last === null || !Object.is(last.from, from)) last = { from, made: make(from) };
    return last.made;
  };
}
