import { UNIT_SYSTEMS, type UnitSystem } from '@waymark/domain/units/system';
import { callApi } from '#/api/client.ts';
import { ChoiceDialog, type UserChoice } from '#/features/choices/ChoiceDialog.tsx';
import { t } from '#/language/t.ts';
import { showUnitsOf, UNIT_LABELS } from './units.ts';

const UNIT_WORDS: Readonly<Record<UnitSystem, string>> = {
  us: 'mi, ft, mph, in',
  metric: 'km, m, m/s, mm',
};

const UNITS: UserChoice<UnitSystem> = {
  title: t('Units'),
  subtitle: t('On all screens, in messages and in reports'),
  ownLabel: t('My units'),
  companyLabel: t('Units of the company'),
  what: t('Your units'),
  saved: t('Units saved'),
  options: UNIT_SYSTEMS.map((value) => ({ value, label: UNIT_LABELS[value], description: UNIT_WORDS[value] })),
  read: ({ units, companyUnits }) => ({ own: units, ofCompany: companyUnits }),
  saveOwn: (units) => callApi('POST /pigrun/user/units', { body: { units } }),
  saveOfCompany: (units) => callApi('POST /company/units', { body: { units } }),
  onSaved: showUnitsOf,
};

interface UnitsDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The units of the user, and for an admin those of the company. */
export function UnitsDialog(props: UnitsDialogProps) {
  return <ChoiceDialog choice={UNITS} {...props} />;
}
