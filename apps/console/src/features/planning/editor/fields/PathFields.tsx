import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { INCHES_PER_METRE, inchesToMetres } from '@waymark/domain/units/length';
import { metresPerSecond, metresPerSecondToMph, mphToMetresPerSecond } from '@waymark/domain/units/speed';
import { t } from '#/language/t.ts';
import styles from '../Editor.module.css';
import { QuantityField } from '#/features/units/QuantityField.tsx';
import { useUnits } from '#/features/units/units.ts';
import type { EditorDraft } from '../draft.ts';
import { changeDraft, useEditor } from '../editor-store.ts';
import { explainDiameter, explainName, explainSpeed } from './field-rules.ts';

/** Paths store what users of the documents' units enter; the factors are not exact inverses. */
const DECIMALS = 4;
const toMph = (speed: number) => Number(metresPerSecondToMph(metresPerSecond(speed)).toFixed(DECIMALS));
const toInches = (metres: number) => Number((metres * INCHES_PER_METRE).toFixed(DECIMALS));

/** Name, speed and diameter, each with its validation. */
export function PathFields({ draft }: { readonly draft: EditorDraft }) {
  const { name, speedMph, diameterIn } = draft;
  const [isNameLeft, setNameLeft] = useState(false);
  const units = useUnits();
  const isRefused = useEditor((editor) => editor.isRefused);
  return (
    <>
      <TextInput
        label={t('Pig run name')}
        autoComplete="off"
        value={name}
        error={isNameLeft || isRefused || name.length > 0 ? explainName(name) : null}
        onChange={({ currentTarget }) => changeDraft({ name: currentTarget.value })}
        onBlur={() => setNameLeft(true)}
      />
      <div className={styles.pair}>
        <QuantityField
          className={styles.number}
          label={t('Expected speed')}
          quantity="speed"
          value={speedMph === null ? null : mphToMetresPerSecond(speedMph)}
          error={explainSpeed(speedMph, units)}
          onChange={(speed) => changeDraft({ speedMph: speed === null ? null : toMph(speed) })}
        />
        <QuantityField
          className={styles.number}
          label={t('Pipeline diameter')}
          quantity="diameter"
          value={diameterIn === null ? null : inchesToMetres(diameterIn)}
          error={explainDiameter(diameterIn, units)}
          onChange={(metres) => changeDraft({ diameterIn: metres === null ? null : toInches(metres) })}
        />
      </div>
      <ZoneField draft={draft} />
    </>
  );
}

const LAUNCH_SITE = 'launch site';

const describeLaunchSite = (zone: string | undefined) =>
  zone === undefined
    ? t('Of the launch site, found when the path is saved')
    : t('Of the launch site: {zone}', { zone });

/** The zone of the line: that of its launch site, or one chosen by hand. */
function ZoneField({ draft: { ownTimeZone = null, timeZone } }: { readonly draft: EditorDraft }) {
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
