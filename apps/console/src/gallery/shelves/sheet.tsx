import { useState } from 'react';
import { Button } from '#/ui/button/Button.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { BottomDrawer } from '#/ui/sheet/BottomDrawer.tsx';
import { BottomSheet } from '#/ui/sheet/BottomSheet.tsx';
import { PanelHeader, PropertyList, PropertyRow, Section } from '#/ui/sheet/Panel.tsx';
import { sheetStops, type SheetStop } from '#/ui/sheet/sheet-stops.ts';
import { Tag } from '#/ui/state/Tag.tsx';
import { Example } from '../Example.tsx';

const close = () => undefined;

function Drawer({ title, beginsOpen }: { readonly title: string; readonly beginsOpen: boolean }) {
  const [isOpen, setOpen] = useState(beginsOpen);
  const [height, setHeight] = useState(160);
  return (
    <BottomDrawer
      {...{ title, isOpen, height }}
      aside="63 devices"
      tools={<Button size="small">Columns</Button>}
      screenHeight={440}
      onToggle={() => setOpen(!isOpen)}
      onHeight={setHeight}
    >
      Rows
    </BottomDrawer>
  );
}

function Sheet({ beginsAt }: { readonly beginsAt: SheetStop }) {
  const [stop, setStop] = useState(beginsAt);
  const label = `Sheet at ${beginsAt}`;
  return (
    <BottomSheet label={label} stop={stop} onStopChange={setStop} header={<PanelHeader title={label} />}>
      <Section title="Status">Content</Section>
    </BottomSheet>
  );
}

export function Shelf() {
  return (
    <>
      <Example title="PanelHeader: plain, and with everything" layout="stack">
        <PanelHeader title="Run Manager" />
        <PanelHeader
          title="AGM 10488"
          subtitle="Heard 3 min ago"
          beside={<Tag tone="accent">Online</Tag>}
          actions={<IconButton icon="more" label="Menu" />}
          isProminent
          onClose={close}
        />
      </Example>
      <Example title="Section, PropertyList" layout="stack">
        <Section title="Status" action={<Button size="small">Refresh</Button>}>
          <PropertyList>
            <PropertyRow label="Battery" aside="3 min ago">
              12.4 V
            </PropertyRow>
            <PropertyRow label="Firmware" action={<IconButton icon="copy" label="Copy firmware" isSmall />}>
              4.12
            </PropertyRow>
          </PropertyList>
        </Section>
      </Example>
      <Example title="BottomDrawer: open" layout="short">
        <Drawer title="Devices" beginsOpen />
      </Example>
      <Example title="BottomDrawer: closed" layout="short">
        <Drawer title="Passages" beginsOpen={false} />
      </Example>
      {sheetStops.map((stop) => (
        <Example key={stop} title={`BottomSheet: ${stop}`} layout="stage">
          <Sheet beginsAt={stop} />
        </Example>
      ))}
    </>
  );
}
