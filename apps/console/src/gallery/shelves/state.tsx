import { Button } from '#/ui/button/Button.tsx';
import type { ConnectionShown } from '#/ui/state/connection-words.ts';
import { EmptyState, ErrorState, SkeletonLines, SkeletonRows, StaleData } from '#/ui/state/DataState.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { ReloadFailure } from '#/ui/state/ReloadFailure.tsx';
import { StatusPill } from '#/ui/state/StatusPill.tsx';
import { Tag } from '#/ui/state/Tag.tsx';
import { Warning } from '#/ui/state/Warning.tsx';
import { Example } from '../Example.tsx';

const AT = Date.UTC(2026, 2, 18, 6, 12, 40);
const refetch = () => undefined;
const failure = Object.assign(new Error('The server did not answer.'), { logId: 4711 });
const loading = { data: undefined, error: null, isFetching: true, refetch };
const failed = { data: undefined, error: failure, isFetching: false, refetch };
const loaded = { data: 'Loaded', error: null, isFetching: false, refetch };

const CONNECTIONS: readonly ConnectionShown[] = [
  { state: 'live' },
  { state: 'reconnecting', sinceAt: AT, dataAt: AT - 5000 },
  { state: 'offline', sinceAt: AT, dataAt: AT - 5000 },
  { state: 'offline' },
];

export function Shelf() {
  return (
    <>
      <Example title="StatusPill: live, reconnecting, offline">
        {CONNECTIONS.map((connection, at) => (
          <StatusPill key={at} connection={connection} />
        ))}
      </Example>
      <Example title="Tag: plain, accent">
        <Tag>Run 4127</Tag>
        <Tag tone="accent">New</Tag>
      </Example>
      <Example title="Warning" layout="stack">
        <Warning>The device has not reported all of its settings.</Warning>
      </Example>
      <Example title="EmptyState: plain, with an action" layout="stack">
        <EmptyState>No results</EmptyState>
        <EmptyState action={<Button size="small">Clear</Button>}>No passages</EmptyState>
      </Example>
      <Example title="ErrorState: plain, with everything, retrying" layout="stack">
        <ErrorState title="Users did not load" why="You are offline." />
        <ErrorState
          title="History did not load"
          why={failure.message}
          dataFrom="00:05:09"
          logId={failure.logId}
          onRetry={refetch}
        />
        <ErrorState title="History did not load" why={failure.message} onRetry={refetch} isRetrying />
      </Example>
      <Example title="LoadedData: loading, failed, loaded" layout="stack">
        {[loading, failed, loaded].map((query, at) => (
          <LoadedData key={at} query={query} what={`Users ${at + 1}`} widths={[220, 180]}>
            {(text) => text}
          </LoadedData>
        ))}
      </Example>
      <Example title="ReloadFailure" layout="stack">
        <ReloadFailure query={{ ...failed, data: 'Loaded', dataUpdatedAt: AT }} what="Reports" />
      </Example>
      <Example title="SkeletonLines, SkeletonRows" layout="stack">
        <SkeletonLines label="Loading passage" widths={[240, 180, 200]} />
        <table>
          <caption>Loading devices</caption>
          <tbody>
            <SkeletonRows columns={[{ width: 120 }, { width: 60, isNumber: true }]} rows={3} />
          </tbody>
        </table>
      </Example>
      <Example title="StaleData: current, stale" layout="stack">
        <StaleData isStale={false}>AGM 10488, 12.4 V</StaleData>
        <StaleData isStale>AGM 10488, 12.4 V</StaleData>
      </Example>
    </>
  );
}
