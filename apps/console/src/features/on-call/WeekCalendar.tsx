import { useState, type CSSProperties } from 'react';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { Tag } from '#/ui/state/Tag.tsx';
import type { OnCall } from './on-call.data.ts';
import { ShiftsDialog } from './ShiftsDialog.tsx';
import { layWeek, mondayOf, nameWeek, WEEK_MS, type CalendarDay, type DayBlock } from './week-calendar.view.ts';
import styles from './WeekCalendar.module.css';

interface WeekCalendarProps {
  readonly settings: OnCall;
  readonly now: number;
}

/** The roster as a week on the clocks of its zone; on a phone a list by day. */
export function WeekCalendar({ settings, now }: WeekCalendarProps) {
  const [weeks, setWeeks] = useState(0);
  const dialogs = useDialogChain<'shifts'>();
  const { canWrite, blockedBecause } = useCanWrite();
  const monday = mondayOf(settings, now) + weeks * WEEK_MS;
  const { timeZone } = settings.roster;
  return (
    <section className={styles.section} aria-label={t('Roster')}>
      <div className={styles.bar}>
        <h2 className={styles.title}>{t('Roster')}</h2>
        <span className={styles.week}>
          {nameWeek(monday)} <span className={styles.zone}>{timeZone}</span>
        </span>
        <span className={styles.moves}>
          <IconButton icon="chevronLeft" label={t('Previous week')} onClick={() => setWeeks(weeks - 1)} />
          <Button size="small" disabled={weeks === 0} onClick={() => setWeeks(0)}>
            {t('Today')}
          </Button>
          <IconButton icon="chevronRight" label={t('Next week')} onClick={() => setWeeks(weeks + 1)} />
        </span>
        <Button
          size="small"
          icon="edit"
          disabled={!canWrite}
          title={blockedBecause}
          onClick={() => dialogs.open('shifts')}
        >
          {t('Edit shifts')}
        </Button>
      </div>
      <ol className={styles.days}>
        {layWeek(settings, monday, now).map((day) => (
          <Day key={day.startAt} day={day} />
        ))}
      </ol>
      {dialogs.step && (
        <ShiftsDialog key={dialogs.turn} settings={settings} isOpen={dialogs.isOpen} onClose={dialogs.close} />
      )}
    </section>
  );
}

function Day({ day: { label, isToday, hours, blocks } }: { readonly day: CalendarDay }) {
  return (
    <li className={styles.day} data-today={isToday || undefined} aria-current={isToday ? 'date' : undefined}>
      <div className={styles.label}>
        {label}
        {hours !== 24 && <Tag>{t('{hours} hours', { hours })}</Tag>}
      </div>
      <ol className={styles.blocks} aria-label={label}>
        {blocks.map((block) => (
          <Block key={block.fromAt} block={block} />
        ))}
      </ol>
    </li>
  );
}

function Block({ block }: { readonly block: DayBlock }) {
  const { from, until, name, times, isOverride } = block;
  const place = { '--from': from, '--length': until - from } as CSSProperties;
  const words = name ?? t('gap: goes to the administrators');
  return (
    <li
      className={styles.block}
      style={place}
      data-gap={name === null || undefined}
      data-override={isOverride || undefined}
      title={`${times}: ${words}`}
    >
      <span className={styles.name}>{words}</span>
      <span className={styles.times}>
        {times}
        {isOverride && `, ${t('override')}`}
      </span>
    </li>
  );
}
