import { useQuery } from '@tanstack/react-query';
import type { ReplyAt } from '#/api/address.ts';
import { queryPublicApi } from '#/api/query.ts';

export type TileSettings = ReplyAt<'GET /console/settings'>['tiles'];
export type TileLayer = NonNullable<TileSettings['radar']>;

/** The map's sources for a layer, one per host. */
export function listTileSources(name: string, { urls }: TileLayer): readonly string[] {
  return urls.map((_, index) => `tiles-${name}-${index}`);
}

interface KnownTiles {
  /** null until the server has answered. */
  readonly tiles: TileSettings | null;
  /** The server could not be asked. */
  readonly isUnknown: boolean;
}

/** The configured tile hosts. */
export function useTileSettings(): KnownTiles {
  const { data, isError, isPaused } = useQuery({
    ...queryPublicApi('GET /console/settings'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { tiles: data?.tiles ?? null, isUnknown: !data && (isError || isPaused) };
}
