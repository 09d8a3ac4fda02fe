// @ts-check

/**
 * What the server is told of demo mode: on, unless WAYMARK_DEMO says otherwise, with simulated devices. As arguments and
 * not as settings, because the server allows less to a demo that nobody asked for: it stays on this machine and off
 * real data.
 */
export const demoDefault = ['--demo-default', '--demo-fleet'];
