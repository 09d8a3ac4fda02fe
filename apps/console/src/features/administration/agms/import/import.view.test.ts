import { expect, it } from 'vitest';
import { checkFileSize, explainRefusal, writeCredentialFile } from './import.view.ts';

it('refuses a file that the server would refuse', () => {
  expect([checkFileSize(1_048_576), checkFileSize(1_048_577)]).toEqual([null, 'The file is larger than 1 MB.']);
});

it('counts the problems that prevent the import', () => {
  const problem = { line: 2, message: 'Invalid UID' };
  expect(explainRefusal({ errors: [] })).toBeUndefined();
  expect(explainRefusal({ errors: [problem] })).toBe('1 problem. Nothing was imported.');
  expect(explainRefusal({ errors: [problem, problem] })).toBe('2 problems. Nothing was imported.');
});

it('writes each credential as one row, and keeps a password that begins with a sign', () => {
  const credential = { uid: 7, clientId: 'agm-7', username: '7', password: '-Zm9y_x', messageKey: '6b65' };
  expect(writeCredentialFile([credential])).toBe(
    'uid,clientId,username,password,messageKey\r\n"7","agm-7","7","-Zm9y_x","6b65"\r\n',
  );
});
