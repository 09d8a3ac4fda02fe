import { lazy, type ComponentType } from 'react';

export interface Shelf {
  /** The folder in `ui`. */
  readonly name: string;
  readonly Page: ComponentType;
}

type ShelfModule = Readonly<Record<'Shelf', ComponentType>>;

const pages = import.meta.glob<ShelfModule>('./shelves/*.tsx');

/** One page for each shelf of `ui`, by name. */
export const SHELVES: readonly Shelf[] = Object.entries(pages).map(([path, load]) => ({
  name: path.replace(/^.*\/|\.tsx$/g, ''),
  Page: lazy(async () => ({ default: (await load()).Shelf })),
}));
