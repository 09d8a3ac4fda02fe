import { parentPort } from 'node:worker_threads';
import { judgeRecord, type RecordToJudge } from './judge-record.ts';

// Runs in its own thread: a record takes a millisecond or more, and many arrive at once.

parentPort?.on('message', (records: readonly RecordToJudge[]) => parentPort?.postMessage(records.map(judgeRecord), []));
