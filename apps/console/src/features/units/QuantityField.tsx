import { TextInput } from '@mantine/core';
import { parseQuantity } from '@waymark/domain/units/entry';
import { unitOf, type Quantity } from '@waymark/domain/units/quantity';
import type { UnitSystem } from '@waymark/domain/units/system';
import { describeEntryFault } from '@waymark/domain/words/refusals';
import { useState } from 'react';
import { t } from '#/language/t.ts';
import { useUnits } from './units.ts';

type TypedQuantity = Extract<Quantity, 'speed' | 'diameter' | 'far'>;

interface QuantityFieldProps {
  readonly label: string;
  readonly description?: string;
  readonly className?: string | undefined;
  readonly quantity: TypedQuantity;
  /** In SI units; null: empty, NaN: not a number. */
  readonly value: number | null;
  /** Error of the value below the field; null: valid. */
  readonly error: string | null;
  readonly onChange: (value: number | null) => void;
}

/** Few enough to hide that the factors of the documents are rounded: 20 mph are written as 20, not 20.0001. */
const DECIMALS: Readonly<Record<UnitSystem, Readonly<Record<TypedQuantity, number>>>> = {
  us: { speed: 3, diameter: 4, far: 3 },
  metric: { speed: 3, diameter: 1, far: 3 },
};
/** The share by which equal values may differ, because the factors of the documents are rounded. */
const SAME = 1e-4;

const isSame = (one: number | null, other: number | null) =>
  Object.is(one, other) || (one !== null && other !== null && Math.abs(one - other) <= Math.abs(one) * SAME);

/**
 * A quantity in the units of the user. "3 mph" and "1.3 m/s" are read in both systems and converted when the user
 * leaves the field; the typed text, such as "3.", stays while its value is the same.
 */
export function QuantityField(props: QuantityFieldProps) {
  const { quantity, label, description, value, error, className, onChange } = props;
  const units = useUnits();
  const unit = unitOf(quantity, units);
  const decimals = DECIMALS[units][quantity];
  const write = () =>
    value === null || Number.isNaN(value) ? '' : String(Number(unit.fromSi(value).toFixed(decimals)));
  const [typed, setTyped] = useState(() => ({ text: write(), units }));
  const entry = parseQuantity(quantity, typed.text, typed.units);
  const read = entry.ok ? entry.value : entry.fault === 'empty' ? null : Number.NaN;
  const isKept = typed.units === units && isSame(read, value);
  const isSpelled = !entry.ok && (entry.fault === 'decimal-comma' || entry.fault === 'unknown-unit');
  return (
    <TextInput
      className={className}
      label={`${label} (${unit.name})`}
      description={description}
      inputMode="decimal"
      autoComplete="off"
      value={isKept ? typed.text : write()}
      error={isKept && isSpelled ? describeEntryFault(entry.fault, quantity, t) : error}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped({ text, units });
        const next = parseQuantity(quantity, text, units);
        onChange(next.ok ? next.value : next.fault === 'empty' ? null : Number.NaN);
      }}
      onBlur={() => entry.ok && setTyped({ text: write(), units })}
    />
  );
}
