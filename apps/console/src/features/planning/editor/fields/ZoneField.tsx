import { Select } from '@mantine/core';
import { t } from '#/language/t.ts';
import type { EditorDraft } from '../draft.ts';
import { changeDraft } from '../editor-store.ts';

const LAUNCH_SITE = 'launch site';

const describeLaunchSite = (zone: string | undefined) =>
  zone === undefined
    ? t('Of the launch site, found when the path is saved')
    : t('Of the launch site: {zone}', { zone });

/** The zone of the line: that of its launch site, or one chosen by hand. */
export function ZoneField({ draft: { ownTimeZone = null, timeZone } }: { readonly draft: EditorDraft }) {
  const derived = ownTimeZone === null ? timeZone : undefined;
  const zones = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone }));
  return (
    <Select
      label={t('Time zone of the line')}
      description={t('Also where the line crosses into another zone.')}
      data={[{ value: LAUNCH_SITE, label: describeLaunchSite(derived) }, ...zones]}
      value={ownTimeZone ?? LAUNCH_SITE}
      allowDeselect={false}
      searchable
      nothingFoundMessage={t('No such zone')}
      onChange={(zone) => changeDraft({ ownTimeZone: zone === LAUNCH_SITE ? null : zone })}
    />
  );
}
