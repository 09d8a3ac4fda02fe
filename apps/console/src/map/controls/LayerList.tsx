import { Checkbox, Radio } from '@mantine/core';
import { useEffect, useRef } from 'react';
import styles from './LayerList.module.css';
import { BASE_LAYERS, chooseBaseLayer, hideRuns, showRadar, useLayerChoice } from '../tiles/layer-choice.ts';
import { describeRadar, describeStandIn } from '../tiles/layer-words.ts';
import { useTileSettings } from '../tiles/tile-settings.ts';
import { useTileStatus } from '../tiles/tile-status.ts';

/** The choice of base layer and overlay, with the tile hosts that do not respond. */
export function LayerList() {
  const { tiles } = useTileSettings();
  const { base, isRadarShown, areRunsHidden } = useLayerChoice();
  const status = useTileStatus();
  const list = useRef<HTMLDivElement>(null);
  // Mounted after the popover that traps the focus.
  useEffect(() => list.current?.querySelector<HTMLInputElement>('input:checked')?.focus(), []);
  const notes = [describeStandIn(base, status.base), describeRadar(isRadarShown, status.radar)];
  return (
    <div ref={list} className={styles.list}>
      <Radio.Group label="Base layer" value={base} onChange={(name) => chooseBaseLayer(name)}>
        <div className={styles.choices}>
          {BASE_LAYERS.map(({ name, label }) => (
            <Radio key={name} value={name} label={label} />
          ))}
        </div>
      </Radio.Group>
      <div className={styles.overlays}>
        {tiles?.radar && (
          <Checkbox
            label="Weather radar"
            checked={isRadarShown}
            onChange={({ currentTarget }) => showRadar(currentTarget.checked)}
          />
        )}
        <Checkbox
          label="Show No Active Runs"
          checked={areRunsHidden}
          onChange={({ currentTarget }) => hideRuns(currentTarget.checked)}
        />
      </div>
      <div role="status">
        {notes.map(
          (note) =>
            note !== null && (
              <p key={note} className={styles.note}>
                {note}
              </p>
            ),
        )}
      </div>
    </div>
  );
}
