import type { Translate } from '../language/translate.ts';

/** Why a file contains no line of a pipeline. */
export type LineFault =
  | {
      readonly code:
        | 'wrong-extension'
        | 'no-line'
        | 'not-storable'
        | 'off-the-earth'
        | 'too-much'
        | 'archive-too-large'
        | 'archive-unreadable'
        | 'archive-without-kml'
        | 'not-json'
        | 'broken-xml'
        | 'not-kml'
        | 'not-gpx';
    }
  | { readonly code: 'file-too-large'; readonly megabytes: number }
  | { readonly code: 'too-many-points'; readonly most: number }
  | { readonly code: 'too-many-pieces'; readonly pieces: number; readonly most: number };

export function describeLineFault(fault: LineFault, t: Translate): string {
  switch (fault.code) {
    case 'wrong-extension':
      return t('A line file ends in .kml, .kmz, .geojson, .json or .gpx.');
    case 'no-line':
      return t('There is no line in this file.');
    case 'not-storable':
      return t('The file holds a character that cannot be stored.');
    case 'off-the-earth':
      return t('A point of the line has no valid longitude and latitude.');
    case 'too-much':
      return t('The file holds more than can be a line.');
    case 'archive-too-large':
      return t('The archive holds more than can be a line.');
    case 'archive-unreadable':
      return t('The archive cannot be read.');
    case 'archive-without-kml':
      return t('There is no KML file in this archive.');
    case 'not-json':
      return t('The file is not JSON.');
    case 'broken-xml':
      return t('The file cannot be read: its XML is broken.');
    case 'not-kml':
      return t('This is not a KML file.');
    case 'not-gpx':
      return t('This is not a GPX file.');
    case 'file-too-large':
      return t('The file is larger than {megabytes} MB.', { megabytes: fault.megabytes });
    case 'too-many-points':
      return t('The line has more than {count} points.', { count: fault.most });
    case 'too-many-pieces':
      return t('The line is in {count} pieces; at most {most} can be joined.', {
        count: fault.pieces,
        most: fault.most,
      });
  }
}
