// @ts-check

/**
 * Demo mode is on unless WAYMARK_DEMO says otherwise. The server allows more to a demo that somebody asked for than to the
 * one that is only our default, so an argument tells it which it is.
 */
export function demoDefault() {
  const isByHand = process.env['WAYMARK_DEMO'] !== undefined;
  return isByHand ? { args: [], env: {} } : { args: ['--demo-default'], env: { WAYMARK_DEMO: '1' } };
}
