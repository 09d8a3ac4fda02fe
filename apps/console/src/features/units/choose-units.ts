import type { UnitSystem } from '@waymark/domain/units/system';
import { callApi } from '#/api/client.ts';
import { logFailure } from '#/api/api-error.ts';
import { t } from '#/language/t.ts';
import { showError } from '#/ui/toast/toasts.ts';
import { setUnits, showUnitsOf } from './units.ts';

/** Shows the units at once; without the server they apply until the user is loaded again. */
export function chooseUnits(units: UnitSystem): void {
  setUnits(units);
  callApi('POST /pigrun/user/units', { body: { units } }).then(showUnitsOf, (cause: unknown) => {
    logFailure(cause);
    showError({ message: t('The units were not saved'), cause });
  });
}
