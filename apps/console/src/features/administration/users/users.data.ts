import type { QueryClient } from '@tanstack/react-query';
import type { ReplyAt } from '#/api/address.ts';
import { isApiError, logFailure } from '#/api/api-error.ts';
import { callApi } from '#/api/client.ts';
import { queryApi } from '#/api/query.ts';
import { t } from '#/language/t.ts';
import { showSuccess } from '#/ui/toast/toasts.ts';

const meta = { isShownInPlace: true };
const SUCCESS = t('Success!');

export const groupsQuery = { ...queryApi('GET /admin/group'), meta };
export const staffQuery = { ...queryApi('GET /admin/staff'), meta };
export const companyUsersQuery = { ...queryApi('GET /user'), meta };
export const currentUserQuery = { ...queryApi('GET /pigrun/user/get-user'), meta };
export const groupUsersQuery = (groupId: number) => ({
  ...queryApi('GET /admin/user/:groupId', { params: { groupId } }),
  meta,
});
export const groupAgmsQuery = (groupId: number) => ({
  ...queryApi('GET /admin/apexagm/:groupId', { params: { groupId } }),
  meta,
});

type ListedUser = ReplyAt<'GET /user'>[number];
export type Group = ReplyAt<'GET /admin/group'>[number];

/** A user of a company, or of the product's staff, who have no role to choose. */
export type Person = Omit<ListedUser, 'group' | 'role'> & Partial<Pick<ListedUser, 'role'>>;

/** The users to manage: of the admin's own company, of any company, or the staff. */
export type People =
  | { readonly kind: 'own' }
  | { readonly kind: 'group'; readonly groupId: number }
  | { readonly kind: 'staff' };

/** The required ids of a user who is not stored yet. */
const NEW_ID = -1;
const NEW_USER_GROUP = -99;

export interface SentPerson {
  readonly name: string;
  readonly email: string;
  readonly phone?: string;
  readonly role: 'viewer' | 'admin';
  /** Empty: no password. */
  readonly password: string;
  readonly currentPassword?: string;
}

type Known = Pick<Person, 'id' | 'revision'>;

async function fetchPeople(queryClient: QueryClient, people: People): Promise<readonly Person[]> {
  const staleTime = 0;
  switch (people.kind) {
    case 'own':
      return queryClient.query({ ...companyUsersQuery, staleTime });
    case 'group':
      return queryClient.query({ ...groupUsersQuery(people.groupId), staleTime });
    case 'staff':
      return queryClient.query({ ...staffQuery, staleTime });
  }
}

/** The stored user; undefined if deleted. */
export async function readPerson(queryClient: QueryClient, people: People, id: number): Promise<Person | undefined> {
  return (await fetchPeople(queryClient, people)).find((person) => person.id === id);
}

function sendPerson(people: People, sent: SentPerson, known: Known | null): Promise<unknown> {
  const { role, password, ...person } = sent;
  const body = { ...person, id: known?.id ?? NEW_ID, ...(known && { revision: known.revision }) };
  switch (people.kind) {
    case 'own': {
      const group = known ? {} : { group: NEW_USER_GROUP };
      return callApi('POST /user', { body: { ...body, ...group, role, ...(password !== '' && { password }) } });
    }
    case 'group':
      return callApi('POST /admin/user', { body: { ...body, group: people.groupId, role } });
    case 'staff':
      return callApi('POST /admin/staff', { body });
  }
}

function deletePerson(people: People, id: number): Promise<unknown> {
  const call = { params: { id } };
  return people.kind === 'own' ? callApi('DELETE /user/:id', call) : callApi('DELETE /admin/user/:id', call);
}

/** The raw error goes to the browser's console, its message to the dialog. */
function log(error: unknown): never {
  logFailure(error);
  throw error;
}

/** A list that does not load shows its own error; the change is saved nevertheless. */
const refresh = (queryClient: QueryClient, people: People) => fetchPeople(queryClient, people).catch(() => undefined);

export async function savePerson(
  queryClient: QueryClient,
  people: People,
  sent: SentPerson,
  known: Known | null,
): Promise<void> {
  await sendPerson(people, sent, known).catch(log);
  showSuccess(SUCCESS);
  await refresh(queryClient, people);
}

export async function removePerson(queryClient: QueryClient, people: People, id: number): Promise<void> {
  try {
    await deletePerson(people, id);
  } catch (error) {
    if (isApiError(error, 'user-not-found')) await refresh(queryClient, people);
    log(error);
  }
  showSuccess(SUCCESS);
  await refresh(queryClient, people);
}

export async function endSessionsOf(id: number): Promise<void> {
  await callApi('DELETE /user/:id/sessions', { params: { id } }).catch(log);
  showSuccess(SUCCESS);
}

/** A user of an external provider has no password to send. */
export async function resetFactorOf({ id, name }: Person, currentPassword: string): Promise<void> {
  const body = currentPassword === '' ? {} : { currentPassword };
  await callApi('POST /user/:id/second-factor/reset', { params: { id }, body }).catch(log);
  showSuccess(t('Two-step sign-in reset: {name}', { name }));
}

const refreshGroups = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: groupsQuery.queryKey });

/** Returns the company's number, which the server assigns to a new one. */
export async function saveGroup(queryClient: QueryClient, id: number | null, groupName: string): Promise<number> {
  const saved = await callApi('POST /admin/group', { body: { id: id ?? NEW_ID, groupName } }).catch(log);
  showSuccess(SUCCESS);
  await refreshGroups(queryClient);
  return saved.id;
}

export async function removeGroup(queryClient: QueryClient, id: number): Promise<void> {
  await callApi('DELETE /admin/group/:id', { params: { id } }).catch(log);
  showSuccess(SUCCESS);
  await refreshGroups(queryClient);
}
