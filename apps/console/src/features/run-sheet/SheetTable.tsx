import { UTC, type Zone } from '@waymark/domain/time/zone';
import { Time } from '#/ui/clock/Time.tsx';
import { useZone, useZoneStore } from '#/ui/clock/zones.ts';
import type { EtaSpan } from '@waymark/domain/run/estimate/followed-markers';
import type { Run } from '@waymark/domain/run/run';
import { describeVerifier } from '@waymark/domain/words/verified-by';
import { UNKNOWN } from '@waymark/domain/device/modes';
import { describeClock } from '#/features/planning/launch/readiness.view.ts';
import { formatQuantity } from '@waymark/domain/units/quantity';
import type { UnitSystem } from '@waymark/domain/units/system';
import { selectMarker } from '#/features/runs/run-selection.ts';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import table from '#/ui/table/DataTable.module.css';
import { toggleMySite } from './my-sites.ts';
import {
  describeDoubt,
  describeLeft,
  describeState,
  formatSpeed,
  formatShort,
  isSpanShown,
  isTimeShown,
  writeSpan,
  type SheetAgm,
  type SheetRow,
} from './sheet.view.ts';
import styles from './Sheet.module.css';

export interface SheetLine extends SheetRow {
  readonly scores: string;
}

const HEADS = [
  t('Marker'),
  t('Distance'),
  t('State'),
  t('Planned'),
  t('ETA'),
  t('Earliest to latest'),
  t('Heard'),
  t('Verified'),
  t('Score'),
  t('Leg'),
  'AGM',
] as const;

interface SheetTableProps {
  readonly run: Run;
  readonly lines: readonly SheetLine[];
  readonly units: UnitSystem;
  readonly siteName: string | null;
  readonly now: number;
}

export function SheetTable({ run, lines, units, siteName, now }: SheetTableProps) {
  return (
    <table className={`${table.table} ${styles.table}`} aria-label={t('Markers of {pig}', { pig: run.pig })}>
      <thead>
        <tr>
          {HEADS.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Line key={line.name} {...{ run, line, units, now }} isMySite={line.name === siteName} />
        ))}
      </tbody>
    </table>
  );
}

/** The zone of the reader and the one below it: the browser's, or UTC where both are the same; none where that is UTC. */
function useZones(line: Zone | undefined) {
  const zone = useZone(line);
  const ownZone = useZoneStore((store) => store.ownZone);
  const other = zone === ownZone ? UTC : ownZone;
  return { zone, other: other === zone ? null : other };
}

/** The zone of the reader first, the other one below. */
function Times({ at, line }: { readonly at: number; readonly line: Zone | undefined }) {
  const { other } = useZones(line);
  return (
    <>
      <Time of={at} line={line} form="month-minute" saysUtc />
      {other !== null && <small>{formatShort(at, other)}</small>}
    </>
  );
}

interface EtaProps {
  readonly eta: EtaSpan;
  readonly line: Zone | undefined;
  readonly now: number;
}

function Eta({ eta, line, now }: EtaProps) {
  if (!isTimeShown(eta, now)) return <span>{describeLeft(eta, now)}</span>;
  return (
    <>
      <Times at={eta.expectedAt} line={line} />
      <small>{describeDoubt(eta)}</small>
    </>
  );
}

interface LineProps {
  readonly run: Run;
  readonly line: SheetLine;
  readonly units: UnitSystem;
  readonly isMySite: boolean;
  readonly now: number;
}

function Line({ run, line, units, isMySite, now }: LineProps) {
  const { name, distanceM, state, plannedAt, eta, passage, legSpeed, agms, scores } = line;
  const zoneOfLine = run.path.timeZone;
  const { zone, other } = useZones(zoneOfLine);
  return (
    <tr data-state={state} data-mine={isMySite || undefined}>
      <th scope="row" data-column="marker">
        <span className={styles.name}>
          <IconButton
            icon="place"
            label={isMySite ? t('Unpin {name}', { name }) : t('Pin {name} as my site', { name })}
            isSmall
            aria-pressed={isMySite}
            onClick={() => toggleMySite(run, name)}
          />
          <button type="button" className={styles.open} onClick={() => selectMarker(run.runId, name)}>
            {name}
          </button>
        </span>
      </th>
      <td data-column="distance">{formatQuantity('far', distanceM, units)}</td>
      <td data-column="state">
        <span className={styles.state}>{describeState(line)}</span>
      </td>
      <td data-column="planned">{plannedAt !== null && <Times at={plannedAt} line={zoneOfLine} />}</td>
      <td data-column="eta">{eta && <Eta eta={eta} line={zoneOfLine} now={now} />}</td>
      <td data-column="span">
        {eta && isSpanShown(eta) && (
          <>
            <span>{writeSpan(eta, zone)}</span>
            {other !== null && <small>{writeSpan(eta, other)}</small>}
          </>
        )}
      </td>
      <td data-column="heard">{passage && <Times at={passage.passageAt} line={zoneOfLine} />}</td>
      <td data-column="verified">{passage && describeVerifier(passage, t)}</td>
      <td data-column="scores">{scores}</td>
      <td data-column="leg">{formatSpeed(legSpeed, units)}</td>
      <td data-column="agm">
        {agms.map((agm) => (
          <Agm key={agm.uid} agm={agm} />
        ))}
      </td>
    </tr>
  );
}

/** "Clock unknown" tells nothing to a viewer, who may not read clocks. */
function Agm({ agm: { uid, presence, battery, clockS } }: { readonly agm: SheetAgm }) {
  const clock = clockS === null ? '' : `, ${t('clock {offset}', { offset: describeClock(clockS) })}`;
  return (
    <span className={styles.agm}>
      <span>
        {uid} {presence ?? t(UNKNOWN)}
      </span>
      <small>{`${battery ?? t('Battery unknown')}${clock}`}</small>
    </span>
  );
}

interface MySiteProps {
  readonly run: Run;
  readonly line: SheetLine;
  readonly now: number;
}

/** The answer to: when does the pig reach my site? */
export function MySite({ run, line, now }: MySiteProps) {
  const { name, eta, passage } = line;
  const isHere = passage !== null;
  const { zone, other } = useZones(run.path.timeZone);
  // A crew reads local clocks, whatever it reads elsewhere.
  const local = zone === UTC && other !== null ? other : zone;
  const second = local === UTC ? null : UTC;
  return (
    <section className={styles.site} aria-label={t('My site, {name}', { name })}>
      <h2>{name}</h2>
      {eta && !isHere ? (
        <p className={styles.when}>
          <strong>{isTimeShown(eta, now) ? formatShort(eta.expectedAt, local) : describeLeft(eta, now)}</strong>
          {isSpanShown(eta) && (
            <>
              {isTimeShown(eta, now) && (
                <span>
                  {describeLeft(eta, now)}
                  {second !== null && `, ${formatShort(eta.expectedAt, second)}`}
                </span>
              )}
              <span>
                {t('Earliest {earliest}, latest {latest}', {
                  earliest: formatShort(eta.earliestAt, local),
                  latest: formatShort(eta.latestAt, local),
                })}
              </span>
            </>
          )}
        </p>
      ) : (
        <p className={styles.when}>
          <strong>{passage ? formatShort(passage.passageAt, local) : describeState(line)}</strong>
          {passage && (
            <span>
              {t('Heard {time}. {verified}', {
                time: formatShort(passage.passageAt, second ?? local),
                verified: describeVerifier(passage, t),
              })}
            </span>
          )}
        </p>
      )}
      <Button size="small" look="quiet" onClick={() => toggleMySite(run, name)}>
        {t('Unpin')}
      </Button>
    </section>
  );
}
