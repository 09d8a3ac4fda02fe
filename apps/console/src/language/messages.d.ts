// The build splits each file of messages in two (build/early-messages.ts).

declare module '*.json?early' {
  const messages: Readonly<Record<string, string>>;
  export default messages;
}

declare module '*.json?late' {
  const messages: Readonly<Record<string, string>>;
  export default messages;
}
