// The life of a command: queued → sent → accepted, rejected, expired or deleted.

export const COMMAND_STATES = ['queued', 'sent', 'accepted', 'rejected', 'expired', 'deleted'] as const;
export type CommandState = (typeof COMMAND_STATES)[number];

/** Shown in the device's list: a rejected command stays there with its reason until a user deletes it. */
export const LISTED_STATES = ['queued', 'sent', 'rejected'] as const satisfies readonly CommandState[];

/** Origin of a command. */
export const COMMAND_SOURCES = ['person', 'broadcast', 'path', 'run', 'auto-download', 'stream', 'download'] as const;
export type CommandSource = (typeof COMMAND_SOURCES)[number];
