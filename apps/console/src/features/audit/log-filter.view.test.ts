import { describe, expect, it } from 'vitest';
import {
  EMPTY_AUDIT_FORM,
  EMPTY_ERROR_FORM,
  errorChecks,
  isFiltered,
  readAuditForm,
  readErrorForm,
} from './log-filter.view.ts';

describe('the filter of the audit log', () => {
  it('the audit filter requests the given values', () => {
    expect(
      readAuditForm({
        person: ' Reyes ',
        objectType: 'user',
        objectId: ' 9 ',
        group: '3',
        from: '2026-03-18',
        to: '2026-03-18',
      }),
    ).toEqual({
      person: 'Reyes',
      objectType: 'user',
      objectId: '9',
      groupId: 3,
      startDate: '2026-03-18 00:00:00',
      endDate: '2026-03-18 23:59:59',
    });
  });

  it('the audit filter requests everything when it is empty', () => {
    expect(isFiltered(readAuditForm(EMPTY_AUDIT_FORM))).toBe(false);
    expect(isFiltered(readAuditForm({ ...EMPTY_AUDIT_FORM, person: 'a' }))).toBe(true);
  });
});

describe('the filter of the error log', () => {
  it('the error filter accepts a LogId', () => {
    expect(readErrorForm({ ...EMPTY_ERROR_FORM, logId: ' 4711 ' })).toMatchObject({ logId: 4711 });
    expect(isFiltered(readErrorForm(EMPTY_ERROR_FORM))).toBe(false);
  });

  it.each([
    ['4711', null],
    ['', null],
    ['0', 'A LogId is a number'],
    ['47x', 'A LogId is a number'],
    ['1'.repeat(16), 'A LogId is a number'],
  ])('the error filter reads %j as %j', (text, problem) => {
    expect(errorChecks.logId(text)).toBe(problem);
  });
});
