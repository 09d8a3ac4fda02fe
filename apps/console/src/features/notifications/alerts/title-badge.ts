const MAX_SHOWN = 99;

/** The page's title with the number of unseen alerts. */
export function writeTitle(title: string, unseenCount: number): string {
  if (unseenCount === 0) return title;
  return `(${unseenCount > MAX_SHOWN ? `${MAX_SHOWN}+` : unseenCount}) ${title}`;
}
