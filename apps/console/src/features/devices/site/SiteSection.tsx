import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ADMINS, type Role } from '@waymark/contract/roles';
import { useEffect } from 'react';
import { useForm } from '@mantine/form';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { TextOrTime } from '#/ui/clock/Time.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { ReloadFailure } from '#/ui/state/ReloadFailure.tsx';
import { PropertyList, PropertyRow, Section } from '#/ui/sheet/Panel.tsx';
import { useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { Age } from '../age.ts';
import { siteQuery, moveToSite } from './site.data.ts';
import { describeCounts, roundPlace } from './site.view.ts';
import { LateReload } from '#/live/late-reload.ts';
import { liveEvents } from '#/live/live.ts';
import { askMiddle } from '#/map/map-commands.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { validateForm } from '#/ui/dialog/validate-form.ts';
import { knownPositionRules, readPosition, type PositionForm } from './position-form.view.ts';
import { PositionFields } from './PositionFields.tsx';
import styles from './SiteSection.module.css';

const EMPTY: PositionForm = { lat: '', lon: '' };

/** Debounce: a burst of reports reloads the counts once. */
const REST_MS = 1000;

interface SiteSectionProps {
  readonly uid: number;
  readonly role: Role;
}

/** Shows since when the device is at its site, and its reports there. */
export function SiteSection({ uid, role }: SiteSectionProps) {
  const query = useQuery(siteQuery(uid));
  const { canWrite, blockedBecause } = useCanWrite();
  const dialogs = useDialogChain<'move'>();
  useSiteUpdates(uid);
  const move = ADMINS.includes(role) && (
    <Button size="tiny" disabled={!canWrite} title={blockedBecause} onClick={() => dialogs.open('move')}>
      {t('Move to next site')}
    </Button>
  );
  return (
    <Section title={t('Site')} action={move}>
      <ReloadFailure query={query} what={t('Site')} />
      <LoadedData query={query} what={t('Site')} widths={[200, 160]} isInline>
        {(site) => (
          <PropertyList>
            <PropertyRow label={t('Here since')} aside={<Age of={site.since} />}>
              <TextOrTime text={site.since} uid={uid} saysUtc />
            </PropertyRow>
            <PropertyRow label={t('Reported here')}>
              <span className="tabular">{describeCounts(site)}</span>
            </PropertyRow>
          </PropertyList>
        )}
      </LoadedData>
      {dialogs.step && (
        <MoveToSiteDialog key={dialogs.turn} isOpen={dialogs.isOpen} uid={uid} onClose={dialogs.close} />
      )}
    </Section>
  );
}

/** Reloads the counts when the device has reported or another user has moved it. */
function useSiteUpdates(uid: number): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const reload = new LateReload(() => queryClient.invalidateQueries(siteQuery(uid)), REST_MS);
    const take = (data: { readonly uid: number }) => {
      if (data.uid === uid) reload.soon();
    };
    const stops = [
      reload.stop,
      liveEvents.listen('ReceiveHeartbeat', take),
      liveEvents.listen('ReceivePassage', take),
      liveEvents.listen('ReceiveDeviceListUpdate', (data) => {
        if (!data.isRemoved) return take(data);
        // A deleted device has no counts; the list updates the panel.
        if (data.uid === uid) reload.stop();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queryClient, uid]);
}

interface MoveToSiteDialogProps {
  readonly isOpen: boolean;
  readonly uid: number;
  readonly onClose: () => void;
}

/** Sets a new position and resets the counts in one request. */
function MoveToSiteDialog({ isOpen, uid, onClose }: MoveToSiteDialogProps) {
  const { blockedBecause } = useCanWrite();
  const queryClient = useQueryClient();
  const form = useForm<PositionForm>({ initialValues: EMPTY, validate: knownPositionRules });
  const takeMiddle = () =>
    askMiddle(({ lat, lon }) => {
      form.setValues({ lat: roundPlace(lat), lon: roundPlace(lon) });
      form.clearErrors();
    });
  const move = async () => {
    const place = readPosition(form.getValues());
    if (place) await moveToSite(queryClient, uid, place);
  };
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Move to next site')}
      subtitle={String(uid)}
      submitLabel={t('Move to next site')}
      blockedBecause={blockedBecause}
      onValidate={() => validateForm(form)}
      onSubmit={move}
      onClose={onClose}
      width={440}
    >
      <p>
        {t(
          'The map shows it there until its next fix, and its counts start at zero. Nothing it has reported is deleted.',
        )}
      </p>
      <PositionFields form={form} isFirst />
      <div className={styles.middle}>
        <Button size="small" onClick={takeMiddle}>
          {t('Use the map centre')}
        </Button>
      </div>
    </FormDialog>
  );
}
