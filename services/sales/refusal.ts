import { UserError } from '../user-error.ts'

/** A change of recorded sales that the rules refuse. Nothing has been written. */
export class SaleRefusal extends UserError {
  override name = 'SaleRefusal'
  /** Complete sentences, by the column that is wrong. */
  readonly fields: Readonly<Record<string, string>>

  constructor(message: string, fields: Readonly<Record<string, string>> = {}) {
    super(message)
    this.fields = fields
  }
}

/** What was typed is wrong; a SaleRefusal of another kind is about the sale itself. */
export class InvalidSale extends SaleRefusal {
  override name = 'InvalidSale'
}

export const MOVED_ON = (registration: string) =>
  `Nothing has been changed, because the sale of ${registration} has just been changed or removed.`
