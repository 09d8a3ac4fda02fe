import { useQuery } from '@tanstack/react-query';
import { formatCount } from '#/language/numbers.ts';
import { t } from '#/language/t.ts';
import type { ReactNode } from 'react';
import { useServerClock } from '#/live/clock-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { FloatingWindow } from '#/ui/window/FloatingWindow.tsx';
import { Icon } from '#/ui/button/Icon.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { ReloadFailure } from '#/ui/state/ReloadFailure.tsx';
import { healthQuery, type NodeHealth, type SystemHealth } from './health.data.ts';
import {
  describeLink,
  describeSource,
  describeState,
  describeVersion,
  formatBytes,
  formatRate,
  listConcerns,
  nameStorage,
} from './health.view.ts';
import styles from './HealthWindow.module.css';

const SIZE = { width: 720, height: 620 };
const NONE = t('None');

function Concerns({ concerns }: { readonly concerns: readonly string[] }) {
  if (concerns.length === 0) {
    return (
      <p className={styles.well}>
        <Icon name="check" size={15} />
        {t('Nothing wants attention')}
      </p>
    );
  }
  return (
    <ul className={styles.concerns} aria-label={t('Wants attention')}>
      {concerns.map((text) => (
        <li key={text}>
          <Icon name="warning" size={15} />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

function NodeCard({ node }: { readonly node: NodeHealth }) {
  return (
    <section className={styles.section} aria-label={t('Node {name}', { name: node.name })}>
      <h3 className={styles.title}>
        {node.name}
        <span className={styles.state} data-silent={node.isSilent || undefined}>
          {describeState(node)}
        </span>
      </h3>
      <Facts>
        <Fact label={t('Version')}>{describeVersion(node)}</Fact>
        <Fact label={t('Started')}>{node.startedAt}</Fact>
        <Fact label={t('Last heard')}>{node.seenAt}</Fact>
        <Fact label={t('Memory')}>{formatBytes(node.memoryBytes)}</Fact>
        <Fact label={t('Free disk space')}>
          {node.disk
            ? t('{number} of {total}', {
                number: formatBytes(node.disk.freeBytes),
                total: formatBytes(node.disk.sizeBytes),
              })
            : t('Unknown')}
        </Fact>
        <Fact label={t('Longest delay')}>{`${Math.round(node.loopDelayMs)} ms`}</Fact>
        <Fact label={t('Consoles')}>{node.consoles}</Fact>
        <Fact label={t('Device connections')}>{node.deviceConnections}</Fact>
        <Fact label={t('Packets waiting')}>{node.waitingPackets}</Fact>
        <Fact label={t('MQTT broker')}>{describeLink(node.broker)}</Fact>
        <Fact label="Redis">{describeLink(node.redis)}</Fact>
      </Facts>
    </section>
  );
}

function Rejected({ rejected, onShow }: { readonly rejected: SystemHealth['rejected']; readonly onShow: () => void }) {
  return (
    <section className={styles.section} aria-label={t('Rejected in the last 24 hours')}>
      <h3 className={styles.title}>{t('Rejected in the last 24 hours')}</h3>
      <Facts>
        <Fact label={t('Messages rejected')}>{formatCount(rejected.messages)}</Fact>
        <Fact label={t('Of devices')}>{rejected.devices}</Fact>
        <Fact label={t('Errors that devices reported')}>{formatCount(rejected.deviceErrors)}</Fact>
      </Facts>
      <p className={styles.way}>
        <Button size="small" onClick={onShow}>
          {t('Show rejected messages')}
        </Button>
      </p>
    </section>
  );
}

/** Each admin of a company sees all its alerts, so the rates are those of a person. */
function AlertRates({ rates }: { readonly rates: SystemHealth['alertRates'] }) {
  return (
    <section className={styles.section} aria-label={t('Alerts in the last 24 hours')}>
      <h3 className={styles.title}>{t('Alerts in the last 24 hours')}</h3>
      {rates.length === 0 && <p>{t('No alert asked for attention.')}</p>}
      {rates.map((rate) => (
        <div key={rate.company} className={styles.rate}>
          <Facts>
            <Fact label={t('Company')}>{rate.company}</Fact>
            <Fact label={t('Alerts')}>{formatCount(rate.raised)}</Fact>
            <Fact label={t('In ten minutes, average')}>{formatRate(rate)}</Fact>
            <Fact label={t('In ten minutes, most')}>
              {t('{most}, from {from}', { most: rate.most, from: rate.mostFrom })}
            </Fact>
          </Facts>
          <ul className={styles.sources} aria-label={t('Most frequent alerts of {company}', { company: rate.company })}>
            {rate.sources.map((source) => (
              <li key={describeSource(source)}>{describeSource(source)}</li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function Installation({ health: { database, outbox, jobs, backup } }: { readonly health: SystemHealth }) {
  return (
    <section className={styles.section}>
      <h3 className={styles.title}>{t('Installation')}</h3>
      <Facts>
        <Fact label="PostgreSQL">{database.version}</Fact>
        <Fact label={t('Schema')}>{database.schema}</Fact>
        <Fact label={t('Database size')}>{formatBytes(database.sizeBytes)}</Fact>
        <Fact label={t('Database connections')}>
          {t('{number} of {total}', { number: database.connections, total: database.maxConnections })}
        </Fact>
        <Fact label={t('Messages waiting')}>{outbox.waiting}</Fact>
        <Fact label={t('Messages dead')}>{outbox.dead}</Fact>
        <Fact label={t('Oldest message')}>{outbox.oldestAt ?? NONE}</Fact>
        <Fact label={t('Jobs due')}>{jobs.waiting}</Fact>
        <Fact label={t('Jobs running')}>{jobs.running}</Fact>
        <Fact label={t('Jobs failed')}>{jobs.failed}</Fact>
        <Fact label={t('Last backup')}>{backup ? `${backup.at}, ${formatBytes(backup.bytes)}` : NONE}</Fact>
      </Facts>
    </section>
  );
}

/** The state of the whole installation, for the staff of the product. */
export function HealthWindow({
  onClose,
  onRejections,
}: {
  readonly onClose: () => void;
  readonly onRejections: () => void;
}) {
  const query = useQuery(healthQuery);
  const offsetMs = useServerClock((clock) => clock.offsetMs);
  return (
    <FloatingWindow
      id="health"
      kind="health"
      title={t('System Health')}
      subtitle={t('Times are UTC')}
      initialSize={SIZE}
      onClose={onClose}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without buttons in it the keyboard could not scroll it */}
      <div className={styles.window} role="region" aria-label={t('How the installation is')} tabIndex={0}>
        <ReloadFailure query={query} what={t('System health')} />
        <LoadedData query={query} what={t('System health')} widths={[300, 420, 380, 440, 360]}>
          {(health) => (
            <>
              <div role="status">
                <Concerns concerns={listConcerns(health, query.dataUpdatedAt + offsetMs)} />
              </div>
              {health.nodes.map((node) => (
                <NodeCard key={`${node.name} ${node.startedAt}`} node={node} />
              ))}
              <Installation health={health} />
              <AlertRates rates={health.alertRates} />
              <Rejected rejected={health.rejected} onShow={onRejections} />
              <Storage storage={health.storage} />
            </>
          )}
        </LoadedData>
      </div>
    </FloatingWindow>
  );
}

/** Names and values, in as many columns as fit. */
function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The largest tables of the database first. */
function Storage({ storage }: { readonly storage: SystemHealth['storage'] }) {
  const largest = storage[0]?.bytes ?? 0;
  return (
    <section className={styles.section}>
      <h3 className={styles.title}>{t('Storage')}</h3>
      <ul className={styles.storage} aria-label={t('Storage by what it is for')}>
        {storage.map(({ group, bytes }) => (
          <li key={group}>
            <span>{nameStorage(group)}</span>
            <span className={styles.share} aria-hidden="true">
              <span style={{ width: `${largest === 0 ? 0 : (100 * bytes) / largest}%` }} />
            </span>
            <span className={styles.bytes}>{formatBytes(bytes)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
