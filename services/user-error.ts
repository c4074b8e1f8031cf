/** An error that the person who gave the input can correct: the message says what is wrong and what to do. */
export class UserError extends Error {
  override name = 'UserError'
}
