import { DEFAULT_UNITS, UNIT_SYSTEMS, type UnitSystem } from '@waymark/domain/units/system';
import { create } from 'zustand';
import type { ReplyAt } from '#/api/address.ts';
import { readText, removeStored, writeText } from '#/api/browser-storage.ts';
import { t } from '#/language/t.ts';

// The units of the signed-in user on all screens: their own choice, else that of their company.

type UserUnits = Pick<ReplyAt<'GET /pigrun/user/get-user'>, 'units' | 'companyUnits'>;

export const UNIT_LABELS: Readonly<Record<UnitSystem, string>> = { us: t('US customary'), metric: t('Metric') };

const KEY = 'waymark.units';

export function parseUnits(stored: string | null): UnitSystem {
  return UNIT_SYSTEMS.find((units) => units === stored) ?? DEFAULT_UNITS;
}

/** Stored in the browser too, so that the first screen and an offline one have the right units. */
export const useUnitStore = create<{ readonly units: UnitSystem }>()(() => ({ units: parseUnits(readText(KEY)) }));

export const useUnits = (): UnitSystem => useUnitStore(({ units }) => units);

/** Shows the units on all screens. */
export function setUnits(units: UnitSystem): void {
  useUnitStore.setState({ units });
  writeText(KEY, units);
}

export function showUnitsOf({ units, companyUnits }: UserUnits): void {
  setUnits(units ?? companyUnits);
}

/** The next user of this browser starts with the default. */
export function forgetUnits(): void {
  useUnitStore.setState({ units: DEFAULT_UNITS });
  removeStored(KEY);
}
