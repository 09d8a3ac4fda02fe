import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { Button } from '#/ui/button/Button.tsx';
import dataTable from '#/ui/table/DataTable.module.css';
import { ListFoot } from '#/ui/table/ListFoot.tsx';
import { ListToolbar } from '#/ui/table/ListToolbar.tsx';
import { LogFilter } from '#/ui/table/LogFilter.tsx';
import { LogPages } from '#/ui/table/LogPages.tsx';
import { Pager } from '#/ui/table/Pager.tsx';
import { SortHeader, type SortDirection } from '#/ui/table/SortHeader.tsx';
import { usePages } from '#/ui/table/use-pages.ts';
import { Example } from '../Example.tsx';

const DEVICES = Array.from({ length: 23 }, (_none, at) => ({ uid: 10_480 + at, volts: 12 + (at % 7) / 10 }));
const PAGE_SIZE = 5;

function Devices() {
  const [direction, setDirection] = useState<SortDirection>('asc');
  const [sought, setSought] = useState('');
  const found = DEVICES.filter(({ uid }) => String(uid).includes(sought));
  const { rows, pager } = usePages(direction === 'asc' ? found : found.toReversed(), PAGE_SIZE);
  return (
    <>
      <ListToolbar searchLabel="Find a UID" onSearch={setSought} count={`${found.length} devices`}>
        <Button size="small">Add</Button>
      </ListToolbar>
      <table className={dataTable.table} aria-label="Devices">
        <thead>
          <tr>
            <SortHeader
              label="UID"
              direction={direction}
              onSort={() => setDirection(direction === 'asc' ? 'desc' : 'asc')}
            />
            <SortHeader label="Battery, V" direction={false} isNumber onSort={() => undefined} />
          </tr>
        </thead>
        <tbody>
          {rows.map(({ uid, volts }, at) => (
            <tr key={uid} className={dataTable.row} aria-selected={at === 1}>
              <td>{uid}</td>
              <td data-number>{volts.toFixed(1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ListFoot pager={pager} />
    </>
  );
}

const call = () => undefined;
const idle = {
  data: undefined,
  error: null,
  isFetching: false,
  isPaused: false,
  isPlaceholderData: false,
  hasNextPage: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  refetch: call,
  fetchNextPage: call,
};
const full = { ...idle, data: { pages: [{ entries: ['Launched', 'Verified'] }] }, hasNextPage: true };
const failure = { error: new Error('The server did not answer.') };
const LOGS = {
  loading: { ...idle, isFetching: true },
  offline: { ...idle, isPaused: true },
  failed: { ...idle, ...failure },
  empty: { ...idle, data: { pages: [{ entries: [] }] } },
  entries: full,
  'older ones are loading': { ...full, isFetching: true, isFetchingNextPage: true },
  'older ones did not load': { ...full, ...failure, isFetchNextPageError: true },
};

export function Shelf() {
  return (
    <>
      <Example title="ListToolbar, SortHeader, rows with a selected one, ListFoot" layout="stack">
        <Devices />
      </Example>
      <Example title="Pager: first, middle, last and only page">
        <Pager page={1} pageSize={15} rowCount={62} onPage={call} />
        <Pager page={3} pageSize={15} rowCount={62} onPage={call} />
        <Pager page={5} pageSize={15} rowCount={62} onPage={call} />
        <Pager page={1} pageSize={15} rowCount={4} onPage={call} />
      </Example>
      <Example title="LogFilter: set" layout="stack">
        <LogFilter
          label="Filter"
          submitLabel="Search"
          isFiltered
          onSubmit={(event) => event.preventDefault()}
          onClear={call}
          onRange={call}
        >
          <TextInput label="User" defaultValue="Dana" />
        </LogFilter>
      </Example>
      {Object.entries(LOGS).map(([state, query]) => (
        <Example key={state} title={`LogPages: ${state}`} layout="stack">
          <LogPages<string>
            query={query}
            what={`Log, ${state}`}
            columns={[{ label: 'Entry', width: 160 }]}
            isFiltered={false}
            renderRow={(entry) => (
              <tr key={entry}>
                <td>{entry}</td>
              </tr>
            )}
          />
        </Example>
      ))}
    </>
  );
}
