import { Checkbox, Popover, Radio } from '@mantine/core';
import { t } from '#/language/t.ts';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { useLateOpen } from '#/ui/button/LateMenu.tsx';
import styles from './LayerMenu.module.css';
import { BASE_LAYERS, chooseBaseLayer, hideRuns, showRadar, useLayerChoice } from '../tiles/layer-choice.ts';
import { describeRadar, describeStandIn } from '../tiles/layer-words.ts';
import { useTileSettings } from '../tiles/tile-settings.ts';
import { useTileStatus } from '../tiles/tile-status.ts';

/** The choice of base layer and overlay under its button. */
export function LayerMenu() {
  const { opened, onChange } = useLateOpen();
  return (
    <Popover {...{ opened, onChange }} position="right-start" offset={10} trapFocus returnFocus>
      <Popover.Target>
        <IconButton icon="layers" label={t('Map layers')} autoFocus onClick={() => onChange(!opened)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Map layers')}>
        <LayerList />
      </Popover.Dropdown>
    </Popover>
  );
}

/** The choice of base layer and overlay, with the tile hosts that do not respond. */
function LayerList() {
  const { tiles } = useTileSettings();
  const { base, isRadarShown, areRunsHidden } = useLayerChoice();
  const status = useTileStatus();
  const notes = [describeStandIn(base, status.base), describeRadar(isRadarShown, status.radar)];
  return (
    <div className={styles.list}>
      <Radio.Group label={t('Base layer')} value={base} onChange={(name) => chooseBaseLayer(name)}>
        <div className={styles.choices}>
          {BASE_LAYERS.map(({ name, label }) => (
            <Radio key={name} value={name} label={label} data-autofocus={name === base || undefined} />
          ))}
        </div>
      </Radio.Group>
      <div className={styles.overlays}>
        {tiles?.radar && (
          <Checkbox
            label={t('Weather radar')}
            checked={isRadarShown}
            onChange={({ currentTarget }) => showRadar(currentTarget.checked)}
          />
        )}
        <Checkbox
          label={t('Show No Active Runs')}
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
