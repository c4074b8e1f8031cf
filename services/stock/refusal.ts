import { UserError } from '../user-error.ts'

/** A change of stock that breaks a rule. Nothing has been written. */
export class StockRefusal extends UserError {
  override name = 'StockRefusal'
  /** Complete sentences, by the invalid field of the form. */
  readonly fields: Readonly<Record<string, string>>
  /** The plates that prevent the change. */
  readonly registrations: readonly string[]

  constructor(
    message: string,
    { fields = {}, registrations = [] }: { fields?: Record<string, string>; registrations?: string[] } = {},
  ) {
    super(message)
    this.fields = fields
    this.registrations = registrations
  }
}

/** The input is invalid; a StockRefusal of another kind is about the plates themselves. */
export class InvalidInput extends StockRefusal {
  override name = 'InvalidInput'
}
