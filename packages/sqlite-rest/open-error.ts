/** The database or the keys cannot be opened. The message says what to do; nothing is damaged. */
export class OpenError extends Error {
  override name = 'OpenError'
}
