import type { AuctionChoice } from '../../../../services/import/import-store.ts'
import { DeskForm } from '../../ui/desk-form.tsx'
import { TextField } from '../../ui/text-field.tsx'

export type AuctionFaults = Partial<Record<keyof AuctionChoice, string>>

interface Props {
  /** As they were typed, or as the name of the file suggests. */
  values: AuctionChoice
  faults: AuctionFaults
}

/** Which auction the results are of: the list itself does not say. */
export function AuctionForm({ values, faults }: Props) {
  return (
    <DeskForm className="grid max-w-reading gap-4" isGivenBack>
      <p>Each sold lot is recorded under the name of its auction, so that no lot is recorded twice.</p>
      <TextField
        label="Auction"
        name="auction"
        required
        maxLength={20}
        autoComplete="off"
        defaultValue={values.name}
        help="As the DVLA numbers it, such as B278."
        error={faults.name}
      />
      <TextField
        label="Month of the auction"
        name="month"
        required
        maxLength={7}
        autoComplete="off"
        placeholder="2025-11"
        defaultValue={values.month}
        help="Year and month, such as 2025-11. The fees of that month decide whether a total is computed."
        error={faults.month}
      />
      <TextField
        label="Where the list was published (optional)"
        name="source"
        type="url"
        maxLength={2000}
        defaultValue={values.source}
        help="An address that begins with https://. It is shown beside each sale."
        error={faults.source}
      />
      <button
        type="submit"
        name="intent"
        value="auction"
        className="button-small justify-self-start"
        data-main
      >
        Continue
      </button>
    </DeskForm>
  )
}
