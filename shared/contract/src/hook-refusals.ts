/**
 * True for the message with which the database's hook refuses a new account of a network that has made too many. Auth
 * passes on a hook's message without a code.
 */
export function isNewAccountLimit(message: string): boolean {
  return message.startsWith("Too many new accounts from this network.");
}
