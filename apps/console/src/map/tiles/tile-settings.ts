import { useQuery } from '@tanstack/react-query';
import type { ReplyAt } from '#/api/address.ts';
import { queryPublicApi } from '#/api/query.ts';

export type TileSettings = ReplyAt<'GET /console/settings'>['tiles'];
export type TileLayer = NonNullable<TileSettings['radar']>;

/** The map's sources for a layer, one a host. */
export function listTileSources(name: string, { urls }: TileLayer): readonly string[] {
  return urls.map((_, index) => `tiles-${name}-${index}`);
}

interface KnownTiles {
  /** Null until the server has said so. */
  readonly tiles: TileSettings | null;
  /** Nobody could say it. */
  readonly isUnknown: boolean;
}

/** Where tiles come from. */
export function useTileSettings(): KnownTiles {
  const { data, isError, isPaused } = useQuery({
    ...queryPublicApi('GET /console/settings'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { tiles: data?.tiles ?? null, isUnknown: !data && (isError || isPaused) };
}
