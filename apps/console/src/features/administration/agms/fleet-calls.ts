import type { CallAt } from '#/api/address.ts';
import { callApi } from '#/api/client.ts';

/** According to the requirements no other 2xx status is a success. */
const CREATED = 201;

export const callAddDevice = (body: CallAt<'POST /admin/apexagm/add'>['body']) =>
  callApi('POST /admin/apexagm/add', { body, successStatus: CREATED });
