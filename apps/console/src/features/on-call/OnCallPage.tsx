import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { writeTime } from '@waymark/domain/time/zoned-text';
import { OfCompany } from '#/features/runs/OfCompany.tsx';
import { t } from '#/language/t.ts';
import { useServerClock } from '#/live/clock-store.ts';
import { useUtcNow } from '#/ui/clock/use-utc-now.ts';
import { ScreenPage } from '#/ui/page/ScreenPage.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { ReloadFailure } from '#/ui/state/ReloadFailure.tsx';
import { OnCallCompany, onCallQuery, useOnCallUpdates, type Company, type OnCall } from './on-call.data.ts';
import { Overrides } from './Overrides.tsx';
import { Steps } from './Steps.tsx';
import { findNow } from './week-calendar.view.ts';
import { WeekCalendar } from './WeekCalendar.tsx';
import styles from './OnCallPage.module.css';

/** The roster, and the steps of escalation for alerts that no user acknowledges. */
export function OnCallPage() {
  const navigate = useNavigate();
  useOnCallUpdates();
  return (
    <ScreenPage title={t('On call & escalation')} onBack={() => void navigate({ to: '/' })}>
      <OfCompany hint={t('Choose a company to see its roster.')}>
        {(groupId) => <CompanyOnCall groupId={groupId} />}
      </OfCompany>
    </ScreenPage>
  );
}

function CompanyOnCall({ groupId }: { readonly groupId: Company }) {
  const query = useQuery(onCallQuery(groupId));
  return (
    <OnCallCompany value={groupId}>
      <div className={styles.content}>
        <ReloadFailure query={query} what={t('The roster')} />
        <LoadedData query={query} what={t('The roster')} widths={[320, 240, 280]}>
          {(settings) => <Settings settings={settings} />}
        </LoadedData>
      </div>
    </OnCallCompany>
  );
}

const MINUTE_MS = 60_000;

function Settings({ settings }: { readonly settings: OnCall }) {
  const second = useUtcNow(useServerClock(({ offsetMs }) => offsetMs));
  const now = Math.floor(second / MINUTE_MS) * MINUTE_MS;
  return (
    <>
      <OnCallNow settings={settings} now={second} />
      <WeekCalendar settings={settings} now={now} />
      <Overrides settings={settings} now={now} />
      <Steps settings={settings} />
    </>
  );
}

function OnCallNow({ settings, now }: { readonly settings: OnCall; readonly now: number }) {
  const { name, untilAt } = findNow(settings, now);
  const zone = settings.roster.timeZone;
  const until = untilAt === null ? null : writeTime(untilAt, zone, 'minute');
  const who =
    name === null ? t('No one is on call now: alerts go to the administrators.') : t('On call now: {name}.', { name });
  return (
    <p className={styles.now} data-gap={name === null || undefined}>
      {who} {until !== null && t('Until {time}.', { time: until })}
    </p>
  );
}
