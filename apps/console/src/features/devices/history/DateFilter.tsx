import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Button } from '../../../ui/Button.tsx';
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
  readonly filter: HistoryFilter;
  readonly onFilter: (filter: HistoryFilter) => void;
}

const FIELD = { placeholder: 'YYYY-MM-DD', autoComplete: 'off', size: 'xs', className: styles.date } as const;

/** From which day or second to which, both included, in UTC. */
export function DateFilter({ filter, onFilter }: DateFilterProps) {
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
      <TextInput label="From" {...FIELD} {...form.getInputProps('from')} />
      <TextInput label="To" {...FIELD} {...form.getInputProps('to')} />
      <Button type="submit" size="small">
        Filter
      </Button>
      <Button look="quiet" size="small" disabled={!isFiltered(filter) && !form.isDirty()} onClick={clear}>
        Clear
      </Button>
    </form>
  );
}
