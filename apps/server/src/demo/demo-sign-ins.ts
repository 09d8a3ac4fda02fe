export const DEMO_PASSWORD = 'Waymark-demo-1';

export const DEMO_SIGN_INS = [
  { label: 'Admin', name: 'Dana Reyes', email: 'admin@demo.waymark', role: 'admin' },
  { label: 'Viewer', name: 'Vic Olsen', email: 'viewer@demo.waymark', role: 'viewer' },
  { label: 'Superadmin', name: 'Sam Whitehorse', email: 'superadmin@demo.waymark', role: 'superadmin' },
] as const;
