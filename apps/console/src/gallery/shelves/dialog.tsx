import { Modal, TextInput } from '@mantine/core';
import { useState, type ComponentType } from 'react';
import { Button } from '#/ui/button/Button.tsx';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { DialogError, DialogFoot, DialogFrame } from '#/ui/dialog/DialogFrame.tsx';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { InfoDialog } from '#/ui/dialog/InfoDialog.tsx';
import { DialogList, DialogRow, ListDialog } from '#/ui/dialog/ListDialog.tsx';
import { MessageDialog } from '#/ui/dialog/MessageDialog.tsx';
import { SecretDialog } from '#/ui/dialog/SecretDialog.tsx';
import { CopyField } from '#/ui/field/CopyField.tsx';
import { PropertyList, PropertyRow } from '#/ui/sheet/Panel.tsx';
import { Example } from '../Example.tsx';

interface Opened {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const succeed = () => undefined;
const fail = () => Promise.reject(Object.assign(new Error('The server did not answer.'), { logId: 4711 }));
const stayBusy = () => new Promise(() => undefined);

const confirm =
  (props: Pick<Parameters<typeof ConfirmDialog>[0], 'isDestructive' | 'onConfirm'>) => (opened: Opened) => (
    <ConfirmDialog {...opened} {...props} title="Delete the marker AGM-3?" confirmLabel="Delete">
      Its passages stay in the history of the device.
    </ConfirmDialog>
  );

const form = (props: Partial<Parameters<typeof FormDialog>[0]>, error?: string) => (opened: Opened) => (
  <FormDialog {...opened} onSubmit={succeed} {...props} title="Edit Marker" subtitle="AGM-3" submitLabel="Save">
    <TextInput label="Name" defaultValue="AGM-3" error={error} />
    <TextInput label="Note" defaultValue="North of the river" />
  </FormDialog>
);

const loaded = { dataUpdatedAt: 0, isFetching: false, refetch: () => undefined };
const list = (query: Parameters<typeof ListDialog<readonly string[]>>[0]['query']) => (opened: Opened) => (
  <ListDialog {...opened} title="Wallboards" what="Wallboards" query={query} isCovered={false}>
    {(names) => (
      <DialogList
        label="Wallboards"
        empty="No wallboards"
        note="A screen of a control room."
        addLabel="Make a wallboard"
        blockedBecause={undefined}
        onAdd={succeed}
      >
        {names.map((name) => (
          <DialogRow key={name} head={name} details={['Made 2026-03-18 by Dana Reyes', 'Never used']}>
            <Button>Revoke</Button>
          </DialogRow>
        ))}
      </DialogList>
    )}
  </ListDialog>
);

const DIALOGS: Readonly<Record<string, Readonly<Record<string, ComponentType<Opened>>>>> = {
  ConfirmDialog: {
    question: confirm({ onConfirm: succeed }),
    destructive: confirm({ onConfirm: succeed, isDestructive: true }),
    'busy after the click': confirm({ onConfirm: stayBusy, isDestructive: true }),
    'fails after the click': confirm({ onConfirm: fail, isDestructive: true }),
  },
  FormDialog: {
    form: form({}),
    'with a note': form({ note: '2 of 14 fields changed' }),
    blocked: form({ blockedBecause: 'You are offline.' }),
    'with a fault': form({ onValidate: () => false }, 'This name is taken.'),
    'busy after the click': form({ onSubmit: stayBusy }),
    'fails after the click': form({ onSubmit: fail }),
  },
  ListDialog: {
    rows: list({ ...loaded, data: ['Control room, left', 'Control room, right'], error: null }),
    empty: list({ ...loaded, data: [], error: null }),
    loading: list({ ...loaded, data: undefined, error: null, isFetching: true }),
    'did not load': list({ ...loaded, data: undefined, error: new Error('The server did not answer.') }),
  },
  InfoDialog: {
    information: (opened) => (
      <InfoDialog {...opened} title="Marker" subtitle="AGM-3">
        <PropertyList>
          <PropertyRow label="Distance">41.20 km</PropertyRow>
          <PropertyRow label="State">TRACK</PropertyRow>
        </PropertyList>
      </InfoDialog>
    ),
  },
  SecretDialog: {
    'asks before it closes without a copy': (opened) => (
      <SecretDialog
        {...opened}
        title="API key"
        subtitle="Historian"
        warning="This key is shown only now."
        question="Close without the key?"
      >
        <CopyField label="Key" text="wmk_example" />
      </SecretDialog>
    ),
  },
  DialogFrame: {
    'with an error and a foot': (opened) => (
      <DialogFrame {...opened} width={360} closesOutside>
        <Modal.Title>Frame</Modal.Title>
        <DialogError error={{ message: 'The server did not answer.', logId: 4711 }} />
        <DialogFoot note="2 of 14 fields changed">
          <Button onClick={opened.onClose}>Close</Button>
        </DialogFoot>
      </DialogFrame>
    ),
  },
  MessageDialog: {
    message: (opened) => (
      <MessageDialog {...opened} title="Validation Message">
        The path needs a launch and a receive marker.
      </MessageDialog>
    ),
  },
};

function Opener({ name, Dialog }: { readonly name: string; readonly Dialog: ComponentType<Opened> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{name}</Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

/** A dialog covers the page, so each state opens on a click. */
export function Shelf() {
  return Object.entries(DIALOGS).map(([title, states]) => (
    <Example key={title} title={title}>
      {Object.entries(states).map(([name, Dialog]) => (
        <Opener key={name} name={name} Dialog={Dialog} />
      ))}
    </Example>
  ));
}
