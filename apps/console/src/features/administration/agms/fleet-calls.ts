import type { CallAt } from '#/api/address.ts';
import { callApi } from '#/api/client.ts';

/** The documents count no other 2xx as an added device. */
const CREATED = 201;

export const callAddDevice = (body: CallAt<'POST /admin/apexagm/add'>['body']) =>
  callApi('POST /admin/apexagm/add', { body, successStatus: CREATED });
