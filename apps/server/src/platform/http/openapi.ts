import { WALLBOARD } from '@waymark/contract/key-scopes';
import { problems } from '@waymark/contract/problems/index';
import { problemBody } from '@waymark/contract/problem-body';
import { fullPath, type RouteDefinition } from '@waymark/contract/route';
import { z } from 'zod';
import { VERSION } from '../version.ts';

type Json = Readonly<Record<string, unknown>>;

function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function responsesOf(route: RouteDefinition): Json {
  const media = route.media ?? 'application/json';
  const success = {
    description: 'Success',
    ...(route.status !== 302 &&
      !(route.reply instanceof z.ZodVoid) && {
        content: { [media]: { schema: jsonSchemaOf(route.reply, 'output'), example: route.example.reply } },
      }),
  };
  const failures = (route.problems ?? []).map((code) => [
    String(problems[code].status),
    { $ref: `#/components/responses/${problems[code].status}` },
  ]);
  const failed: Json = { default: { $ref: '#/components/responses/failure' }, ...Object.fromEntries(failures) };
  return { [String(route.status ?? 200)]: success, ...failed };
}

function describeKeyUse({ key }: RouteDefinition): string {
  if (key === undefined) return 'Closed to API keys.';
  if (key === WALLBOARD) return 'Wallboards; closed to API keys.';
  return key === 'any' ? 'API keys: all.' : `API keys: those with \`${key}\`.`;
}

function describeStepUp({ stepUp }: RouteDefinition): string {
  if (stepUp === undefined) return '';
  if (stepUp === 'always') return ' Needs a step-up.';
  return stepUp === 'second-factor'
    ? ' Needs a step-up of users with a second factor.'
    : ' Needs a step-up for what cannot be undone from afar.';
}

function operationOf(feature: string, name: string, route: RouteDefinition): Json {
  const parameters = [...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query')];
  const access =
    route.access === 'public'
      ? 'Anybody.'
      : `Roles: ${route.access.join(', ')}. ${describeKeyUse(route)}${describeStepUp(route)}`;
  const codes = [...(route.problems ?? []), ...(route.stepUp === undefined ? [] : (['step-up-needed'] as const))];
  const own = codes.map((code) => `- \`${code}\` (${problems[code].status}): ${problems[code].title}`);
  return {
    operationId: `${feature}.${name}`,
    tags: [feature],
    summary: route.summary,
    description: own.length === 0 ? access : `${access}\n\nProblems:\n${own.join('\n')}`,
    security: route.access === 'public' ? [] : [{ bearer: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchemaOf(route.body, 'input'), example: route.example.body } },
      },
    }),
    responses: responsesOf(route),
  };
}

function failureResponses(): Json {
  const content = {
    'application/problem+json': { schema: jsonSchemaOf(problemBody, 'output') },
    'text/plain': { schema: { type: 'string', description: 'The log id alone, unless a problem is asked for.' } },
  };
  const headers = { 'X-Log-Id': { schema: { type: 'integer' }, description: 'The id in the error log.' } };
  const statuses = new Set(Object.values(problems).map(({ status }) => status));
  const named: Record<string, Json> = {};
  for (const status of [...statuses].toSorted((a, b) => a - b)) {
    const titles = Object.values(problems).filter((each) => each.status === status);
    named[status] = { description: titles.map(({ title }) => title).join(' '), headers, content };
  }
  return { ...named, failure: { description: 'Failure', headers, content } };
}

/** The whole contract as OpenAPI 3.1. */
export function createOpenApi(features: Readonly<Record<string, Readonly<Record<string, RouteDefinition>>>>): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [feature, routes] of Object.entries(features)) {
    for (const [name, route] of Object.entries(routes)) {
      const path = fullPath(route).replaceAll(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(feature, name, route) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Waymark',
      version: VERSION,
      description: 'Pipeline pig tracking with above-ground markers. Times are UTC.',
    },
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key (wmk_…) or an access token.' },
      },
      responses: failureResponses(),
    },
  };
}
