import { Menu } from '@mantine/core';
import { useState } from 'react';
import { t } from '#/language/t.ts';
import { Button } from '../button/Button.tsx';
import type { TimeRange } from './time-ranges.ts';

interface RangeMenuProps {
  /** Evaluated when the menu opens. */
  readonly listRanges: () => readonly TimeRange[];
  readonly isDisabled?: boolean;
  readonly onPick: (range: TimeRange) => void;
}

/** Fills both ends of a time range at once. */
export function RangeMenu({ listRanges, isDisabled = false, onPick }: RangeMenuProps) {
  const [ranges, setRanges] = useState<readonly TimeRange[]>([]);
  return (
    <Menu position="bottom-start" withinPortal onOpen={() => setRanges(listRanges())}>
      <Menu.Target>
        <Button look="quiet" size="small" icon="clock" disabled={isDisabled}>
          {t('Presets')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {ranges.map((range) => (
          <Menu.Item key={range.label} onClick={() => onPick(range)}>
            {range.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
