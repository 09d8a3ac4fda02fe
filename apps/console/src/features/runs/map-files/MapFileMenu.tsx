import { Menu } from '@mantine/core';
import { MAP_FILE_FORMATS, type MapFileFormat } from '@waymark/contract/reports/report-row';
import { useState } from 'react';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { saveMapFile, type MapSubject } from './map-files.data.ts';

const LABELS: Readonly<Record<MapFileFormat, string>> = {
  kml: t('KML (Google Earth)'),
  gpx: t('GPX (GPS receivers)'),
  geojson: 'GeoJSON',
  shapefile: t('Shapefile (zip)'),
};

interface MapFileMenuProps {
  readonly subject: MapSubject;
  /** Why there is no file yet. */
  readonly blockedBecause?: string | undefined;
}

/** The line and its markers as a file for maps. */
export function MapFileMenu({ subject, blockedBecause }: MapFileMenuProps) {
  const [isBusy, setBusy] = useState(false);
  const reason = useCanWrite().blockedBecause ?? blockedBecause;
  const save = (format: MapFileFormat) => {
    setBusy(true);
    void saveMapFile(subject, format).finally(() => setBusy(false));
  };
  return (
    <Menu position="bottom-end" width={210}>
      <Menu.Target>
        <Button size="small" icon="download" isBusy={isBusy} disabled={reason !== undefined} title={reason}>
          {t('Map file')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {MAP_FILE_FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => save(format)}>
            {LABELS[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
