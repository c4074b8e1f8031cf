import { UserError } from '../user-error.ts'

/** A change of recorded sales that breaks a rule. Nothing has been written. */
export class SaleRefusal extends UserError {
  override name = 'SaleRefusal'
  /** Complete sentences, by the invalid column. */
  readonly fields: Readonly<Record<string, string>>

  constructor(message: string, fields: Readonly<Record<string, string>> = {}) {
    super(message)
    this.fields = fields
  }
}

/** The input is invalid; a SaleRefusal of another kind is about the sale itself. */
export class InvalidSale extends SaleRefusal {
  override name = 'InvalidSale'
}
