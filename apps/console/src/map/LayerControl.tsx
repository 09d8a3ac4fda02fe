import { Checkbox, Popover, Radio } from '@mantine/core';
import { useState } from 'react';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './LayerControl.module.css';
import { BASE_LAYERS, chooseBaseLayer, showRadar, useLayerChoice, type BaseLayerName } from './tiles/layer-choice.ts';
import { describeRadar, describeStandIn } from './tiles/layer-words.ts';
import { useTileSettings } from './tiles/tile-settings.ts';
import { useTileStatus } from './tiles/tile-status.ts';

function LayerList() {
  const { tiles } = useTileSettings();
  const { base, isRadarShown } = useLayerChoice();
  const status = useTileStatus();
  const notes = [describeStandIn(base, status.base), describeRadar(isRadarShown, status.radar)];
  return (
    <div className={styles.list}>
      <Radio.Group label="Base layer" value={base} onChange={(name) => chooseBaseLayer(name as BaseLayerName)}>
        <div className={styles.choices}>
          {BASE_LAYERS.map(({ name, label }) => (
            <Radio key={name} value={name} label={label} />
          ))}
        </div>
      </Radio.Group>
      {tiles?.radar && (
        <div className={styles.overlays}>
          <Checkbox
            label="Weather radar"
            checked={isRadarShown}
            onChange={({ currentTarget }) => showRadar(currentTarget.checked)}
          />
        </div>
      )}
      <div role="status">
        {notes.map((note) => note !== null && <p key={note} className={styles.note}>{note}</p>)}
      </div>
    </div>
  );
}

/** Which map lies below everything. */
export function LayerControl() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="right-start" offset={10} trapFocus returnFocus>
      <Popover.Target>
        <IconButton icon="layers" label="Map layers" onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown aria-label="Map layers">
        <LayerList />
      </Popover.Dropdown>
    </Popover>
  );
}
