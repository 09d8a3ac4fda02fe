import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useUnits } from '#/features/units/units.ts';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import { useZone } from '#/ui/clock/zones.ts';
import { Time } from '#/ui/clock/Time.tsx';
import { EmptyState, ErrorState, SkeletonLines, StaleData } from '#/ui/state/DataState.tsx';
import { toShownError } from '#/ui/state/shown-error.ts';
import { showError } from '#/ui/toast/toasts.ts';
import { saveShiftFile, type ShiftEntry } from './shift.data.ts';
import {
  KIND_LABELS,
  listDetails,
  nameAuthor,
  nameEntry,
  nameRun,
  textOf,
  writeBytes,
  type FilterForm,
} from './shift.view.ts';
import styles from './ShiftPage.module.css';

interface Acts {
  readonly onNarrow: (part: Partial<FilterForm>) => void;
  /** null: the user writes no notes here. */
  readonly onCorrect: ((noteId: number) => void) | null;
}

interface LogEntriesProps extends Acts {
  readonly query: UseInfiniteQueryResult<{ readonly pages: readonly { readonly entries: readonly ShiftEntry[] }[] }>;
  readonly isFiltered: boolean;
}

/** The entries from the newest one back, with what loads or did not. */
export function LogEntries({ query, isFiltered, ...acts }: LogEntriesProps) {
  const { data, error, isPaused, isFetching, isFetchingNextPage, isPlaceholderData, hasNextPage, refetch } = query;
  const entries = data?.pages.flatMap((page) => page.entries);
  return (
    <section className={styles.entries} aria-label={t('Entries')}>
      {(error || (isPaused && !entries)) && (
        <ErrorState
          title={t('Shift log did not load')}
          why={error?.message ?? t('You are offline. It is read once the connection is back.')}
          logId={error ? toShownError(error).logId : undefined}
          onRetry={isPaused ? undefined : () => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {!entries && !error && !isPaused && (
        <SkeletonLines label={t('Loading shift log')} widths={[320, 260, 300, 240]} />
      )}
      {entries?.length === 0 && <EmptyState>{isFiltered ? t('No results') : t('No entries')}</EmptyState>}
      {entries && entries.length > 0 && (
        <StaleData isStale={isPlaceholderData}>
          <ol className={styles.list}>
            {entries.map((entry) => (
              <Entry key={entry.key} entry={entry} {...acts} />
            ))}
          </ol>
        </StaleData>
      )}
      {hasNextPage && !error && (
        <div className={styles.more}>
          <Button size="small" isBusy={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('Show older')}
          </Button>
        </div>
      )}
    </section>
  );
}

function Narrowing({
  name,
  hint,
  onClick,
}: {
  readonly name: string;
  readonly hint: string;
  readonly onClick: () => void;
}) {
  return (
    <button type="button" className={styles.narrow} title={hint} onClick={onClick}>
      {name}
    </button>
  );
}

function Entry({ entry, onNarrow, onCorrect }: Acts & { readonly entry: ShiftEntry }) {
  const zone = useZone();
  const units = useUnits();
  const { kind, at, runId, uid, noteId, corrects, correctedBy, author } = entry;
  const text = textOf(entry, units);
  const run = nameRun(entry);
  return (
    <li className={styles.entry} data-kind={kind}>
      <div className={styles.about}>
        <Time of={at} saysUtc className="tabular" />
        <span className={styles.kind}>{KIND_LABELS[kind]}</span>
        {author ? (
          <Narrowing
            name={nameAuthor(entry)}
            hint={t('Show only this person')}
            onClick={() => onNarrow({ author: author.name })}
          />
        ) : (
          <span>{nameAuthor(entry)}</span>
        )}
        {run !== null && runId !== null && (
          <Narrowing name={run} hint={t('Show only this run')} onClick={() => onNarrow({ runId: String(runId) })} />
        )}
        {run !== null && runId === null && <span>{run}</span>}
        {uid !== null && (
          <Narrowing
            name={t('AGM {uid}', { uid })}
            hint={t('Show only this AGM')}
            onClick={() => onNarrow({ uid: String(uid) })}
          />
        )}
      </div>
      <strong className={styles.name}>{nameEntry(entry)}</strong>
      {corrects !== null && <p className={styles.quiet}>{t('Corrects note {number}', { number: corrects })}</p>}
      {listDetails(entry, zone).map((line, row) => (
        <p key={row} className={styles.quiet}>
          {line}
        </p>
      ))}
      {text !== '' && <p className={styles.text}>{text}</p>}
      {correctedBy.length > 0 && (
        <p className={styles.corrected}>{t('Corrected by note {numbers}', { numbers: correctedBy.join(', ') })}</p>
      )}
      <Files entry={entry} />
      {noteId !== null && onCorrect && (
        <Button size="tiny" look="quiet" onClick={() => onCorrect(noteId)}>
          {t('Correct with a new note')}
        </Button>
      )}
    </li>
  );
}

function Files({ entry: { files } }: { readonly entry: ShiftEntry }) {
  if (files.length === 0) return null;
  const save = (file: ShiftEntry['files'][number]) =>
    saveShiftFile(file).catch((cause: unknown) => showError({ message: t('The file did not download'), cause }));
  return (
    <ul className={styles.files} aria-label={t('Files')}>
      {files.map((file) => (
        <li key={file.id}>
          <Button size="small" icon="download" onClick={() => void save(file)}>
            {file.name} · {writeBytes(file.bytes)}
          </Button>
        </li>
      ))}
    </ul>
  );
}
