import { useForm } from '@mantine/form';
import { serverNow } from '#/live/clock-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { RangeMenu } from '#/ui/field/RangeMenu.tsx';
import { listTimeRanges } from '#/ui/field/time-ranges.ts';
import { UtcField } from '#/ui/field/UtcField.tsx';
import { findRunOf } from '#/features/devices/run-of-devices.ts';
import {
  EMPTY_FILTER_FORM,
  filterChecks,
  isFiltered,
  readFilter,
  type FilterForm,
  type HistoryFilter,
} from './history-filter.view.ts';
import styles from './HistoryWindow.module.css';

interface DateFilterProps {
  readonly uid: number;
  readonly filter: HistoryFilter;
  readonly onFilter: (filter: HistoryFilter) => void;
}

const FIELD = { placeholder: 'YYYY-MM-DD', isMasked: false, size: 'xs', className: styles.date } as const;

/** A range of days or seconds in UTC, both ends included. */
export function DateFilter({ uid, filter, onFilter }: DateFilterProps) {
  const form = useForm<FilterForm>({ initialValues: EMPTY_FILTER_FORM, validate: filterChecks });
  const clear = () => {
    form.reset();
    onFilter({});
  };
  return (
    <form
      className={styles.filter}
      role="search"
      aria-label="Dates, UTC"
      noValidate
      onSubmit={form.onSubmit((values) => onFilter(readFilter(values)))}
    >
      <UtcField label="From" {...FIELD} {...form.getInputProps('from')} />
      <UtcField label="To" {...FIELD} {...form.getInputProps('to')} />
      <RangeMenu
        listRanges={() => listTimeRanges(serverNow(), findRunOf([uid]))}
        onPick={({ from, to }) => {
          form.setValues({ from, to });
          onFilter(readFilter({ from, to }));
        }}
      />
      <Button type="submit" size="small">
        Filter
      </Button>
      <Button look="quiet" size="small" disabled={!isFiltered(filter) && !form.isDirty()} onClick={clear}>
        Clear
      </Button>
    </form>
  );
}
