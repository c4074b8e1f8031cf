/** The database could not be opened. Nothing is damaged, and the message says what to do. */
export class OpenError extends Error {
  override name = 'OpenError'
}
