/** A setting that cannot be used; the message is a single line for the operator. */
export class ConfigError extends Error {}
