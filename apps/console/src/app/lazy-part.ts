import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { loadPart } from '#/api/load-part.ts';
import type { MessagePart } from '#/language/t.ts';

/** A screen that is loaded when it is first shown, with the messages of its language. */
export function lazyPart<Module extends Record<Name, ComponentType>, Name extends string>(
  load: () => Promise<Module>,
  name: Name,
  messages: MessagePart = 'console',
) {
  return lazyRouteComponent(() => loadPart(load, messages), name);
}
