import { readJson, writeJson } from '#/api/browser-storage.ts';
import { useSession } from './session-store.ts';

// Choices of the signed-in user, stored in this browser.

const keyOf = (name: string) => `waymark.${name}.${useSession.getState().user?.id ?? 0}`;

export const readChoice = (name: string): unknown => readJson(keyOf(name));

export function writeChoice(name: string, value: unknown): void {
  writeJson(keyOf(name), value);
}
