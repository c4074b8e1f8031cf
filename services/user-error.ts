/** The person who gave the input can solve it: the message says what is wrong and what to do. */
export class UserError extends Error {
  override name = 'UserError'
}
