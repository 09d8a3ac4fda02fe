import { useState } from 'react';
import { Button } from '#/ui/button/Button.tsx';
import { CopyField } from '#/ui/field/CopyField.tsx';
import { MomentField } from '#/ui/field/MomentField.tsx';
import { QrCode } from '#/ui/field/QrCode.tsx';
import { RangeMenu } from '#/ui/field/RangeMenu.tsx';
import { SearchField } from '#/ui/field/SearchField.tsx';
import { listTimeRanges } from '#/ui/field/time-ranges.ts';
import { useFileChoice } from '#/ui/field/use-file-choice.tsx';
import { UtcField } from '#/ui/field/UtcField.tsx';
import { Example } from '../Example.tsx';

const AT = '2026-03-18 06:12:40';
const listRanges = () => listTimeRanges(Date.UTC(2026, 2, 18, 9));

function FileChoice() {
  const [name, setName] = useState('No file chosen');
  const { isOver, zone, field, choose } = useFileChoice({
    label: 'Line file',
    accept: '.csv',
    isBusy: false,
    onFile: (file) => setName(file.name),
  });
  return (
    <div {...zone}>
      {field}
      <Button icon="upload" onClick={choose} aria-pressed={isOver}>
        Choose a file, or drop it here
      </Button>{' '}
      {name}
    </div>
  );
}

export function Shelf() {
  const [sought, setSought] = useState('');
  const [typed, setTyped] = useState(AT);
  return (
    <>
      <Example title="SearchField" layout="stack">
        <SearchField label="Find a user" onSearch={setSought} />
        <span>{sought === '' ? 'No search' : `Searched: ${sought}`}</span>
      </Example>
      <Example title="UtcField: filled, empty, faulty, disabled" layout="stack">
        <UtcField label="Launch time (UTC)" value={typed} onChange={setTyped} />
        <UtcField label="Receive time (UTC)" onChange={setTyped} />
        <UtcField label="Passage time (UTC)" value="2026-02-30 06:12:40" error="Invalid date" onChange={setTyped} />
        <UtcField label="Sent at (UTC)" value={AT} isDisabled onChange={setTyped} />
      </Example>
      <Example title="MomentField: a second, a minute or a day">
        <MomentField label="From (UTC)" value="2026-03-18" onChange={setTyped} />
        <MomentField label="To (UTC)" value="yesterday" error="Invalid date" onChange={setTyped} />
      </Example>
      <Example title="RangeMenu: enabled, disabled">
        <RangeMenu listRanges={listRanges} onPick={({ from }) => setTyped(from)} />
        <RangeMenu listRanges={listRanges} isDisabled onPick={({ from }) => setTyped(from)} />
      </Example>
      <Example title="CopyField" layout="stack">
        <CopyField label="Password" text="cedar-orbit-47" />
      </Example>
      <Example title="QrCode" layout="stack">
        <QrCode text="https://waymark.example/share" label="QR code of a link" />
      </Example>
      <Example title="useFileChoice" layout="stack">
        <FileChoice />
      </Example>
    </>
  );
}
