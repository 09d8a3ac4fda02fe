import type { Translate } from '../language/translate.ts';
import {
  CSV_HEADERS,
  MAX_MARKERS,
  MOST_DEGREES,
  type ImportFault,
  type ImportProblem,
} from '../path/import-markers.ts';
import { DESCRIPTIONS, MAX_MARKER_NAME } from '../path/marker.ts';

// The texts of the faults of a CSV file, as in the documents. The headers of its columns are not translated.

export interface WordedProblem {
  /** Faults of one kind share a title. */
  readonly title: string;
  readonly line: number | null;
  readonly message: string;
}

export const wordProblem = (problem: ImportProblem, t: Translate): WordedProblem => ({
  title: titleOf(problem, t),
  line: problem.line,
  message: describe(problem, t),
});

function titleOf(fault: ImportFault, t: Translate): string {
  switch (fault.code) {
    case 'column-missing':
      return t('CSV missing required field(s)');
    case 'name-length':
    case 'name-with-controls':
      return t('Unsupported Marker Name');
    case 'name-taken':
      return t('AGM Marker Names not unique');
    case 'degrees-invalid':
      return t('Invalid {column}', { column: CSV_HEADERS[fault.column] });
    case 'description-unknown':
      return t('Invalid Marker Description');
    case 'state-unknown':
      return t('Invalid Marker State');
    case 'distance-invalid':
    case 'distance-decreases':
      return t('Invalid Distance');
    case 'distances-missing':
      return t('Missing distance value(s)');
    case 'wrong-extension':
    case 'not-text':
    case 'file-empty':
    case 'file-too-large':
    case 'quote-open':
    case 'too-few-markers':
    case 'too-many-markers':
      return t('Unsupported CSV');
  }
}

function describe(fault: ImportFault, t: Translate): string {
  if ('text' in fault) return describeCell(fault, t);
  switch (fault.code) {
    case 'wrong-extension':
      return t('Only files that end in .csv are accepted.');
    case 'not-text':
      return t('Unsupported CSV');
    case 'file-empty':
      return t('The file is empty');
    case 'file-too-large':
      return t('The file is larger than {megabytes} MB', { megabytes: fault.megabytes });
    case 'quote-open':
      return t('A quote is never closed');
    case 'too-few-markers':
      return t('A path has at least two markers: the launch site and the receive site');
    case 'too-many-markers':
      return t('A path has at most {count} markers', { count: MAX_MARKERS });
    case 'column-missing':
      return t('Missing required field: {column}', { column: CSV_HEADERS[fault.column] });
    case 'name-length':
      return t('AGM Marker Name must have between 1 and {most} characters', { most: MAX_MARKER_NAME });
    case 'name-with-controls':
      return t('AGM Marker Name must not have control characters');
    case 'name-taken':
      return t('Duplicate marker name: {name}', { name: fault.name });
    case 'distances-missing':
      return t('# of Distance values provided ({given}) must match AGM Marker Count ({markers})', {
        given: fault.given,
        markers: fault.markers,
      });
  }
}

function describeCell(fault: Extract<ImportFault, { readonly text: string }>, t: Translate): string {
  const { code, text } = fault;
  switch (code) {
    case 'degrees-invalid': {
      const column = CSV_HEADERS[fault.column];
      if (text === '') return t('{column} is empty', { column });
      const most = MOST_DEGREES[fault.column];
      return t('{column} must be a number between -{most} and {most}: {text}', { column, most, text });
    }
    case 'description-unknown':
      return t('Description must be one of {descriptions}: {text}', { descriptions: DESCRIPTIONS.join(', '), text });
    case 'state-unknown':
      return t('State must be TRACK or SKIP: {text}', { text });
    case 'distance-invalid':
      return t('Distance must be a number from 0 on: {text}', { text });
    case 'distance-decreases':
      return t('Distance is less than that of the marker before: {text}', { text });
  }
}
