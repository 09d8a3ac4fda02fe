import { createReadStream, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import type { LabelledRecord } from '../../packages/signals/src/scoring/training/simulated-records.ts';
import { fail, messageOf, runCommand } from '../lib/fail.mjs';
import { root } from '../lib/root.mjs';
import { describeTrained } from './describe-trained.ts';
import { parseExportedRecord } from './exported-record.ts';
import { trainExported } from './train-exported.ts';
import { trainSimulated } from './train-simulated.ts';
import { writeModel } from './write-model.ts';

const SHIPPED = 'packages/signals/src/scoring/models';
const USUAL_RECORDS = '5000';
const LEAST_RECORDS = 100;

const HELP = `npm run train -- [--records N] [--from FILE] [--out FOLDER]
  --records N   simulated records of each channel to learn from (${USUAL_RECORDS})
  --from FILE   learn from exported records instead, one line of JSON each
  --out FOLDER  where the models go (${SHIPPED})`;

async function readExport(file: string): Promise<LabelledRecord[]> {
  if (!existsSync(file)) fail(`There is no file ${file}.`);
  const records: LabelledRecord[] = [];
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    number += 1;
    if (line.trim() === '') continue;
    try {
      records.push(parseExportedRecord(line));
    } catch (error) {
      fail(`Line ${number} of ${file} is no exported record: ${messageOf(error)}`);
    }
  }
  return records;
}

function readCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < LEAST_RECORDS)
    fail(`--records is a whole number, at least ${LEAST_RECORDS}.`);
  return count;
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        records: { type: 'string', default: USUAL_RECORDS },
        from: { type: 'string' },
        out: { type: 'string', default: path.join(root, SHIPPED) },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    return fail(`${messageOf(error)}\n${HELP}`);
  }
}

await runCommand(async () => {
  const values = readOptions();
  if (values.help) {
    console.log(HELP);
    return;
  }
  const warn = (line: string) => console.warn(line);
  const models =
    values.from === undefined
      ? trainSimulated(readCount(values.records))
      : trainExported(await readExport(values.from), warn);
  for (const trained of models) {
    for (const line of describeTrained(trained)) console.log(line);
    mkdirSync(values.out, { recursive: true });
    writeModel(values.out, trained);
  }
});
