import type { AuctionChoice } from '#services/import/import-store.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { TextField } from '../../ui/field.tsx'
import type { Answer } from '../../ui/form-answer.ts'

interface Props {
  /** Derived from the file name. */
  values: AuctionChoice
  answer: Answer | undefined
}

/** Asks for the auction, which the list itself does not name. */
export function AuctionForm({ values, answer }: Props) {
  return (
    <DeskForm className="grid max-w-reading gap-4" answer={answer} echoOnRefusal>
      <p>Each sold lot is recorded under the name of its auction, so that no lot is recorded twice.</p>
      <TextField
        label="Auction"
        name="auction"
        required
        maxLength={20}
        defaultValue={values.name}
        help="The DVLA’s number for it, such as B278."
      />
      <TextField
        label="Month of the auction"
        name="month"
        required
        maxLength={7}
        placeholder="2025-11"
        defaultValue={values.month}
        help="Year and month, such as 2025-11. Whether a total is calculated depends on the fees of that month."
      />
      <TextField
        label="Where the list was published (optional)"
        name="source"
        type="url"
        maxLength={2000}
        defaultValue={values.source}
        help="Starts with https://. It is shown beside each sale."
      />
      <p>
        <SubmitButton name="intent" value="auction" data-main>
          Continue
        </SubmitButton>
      </p>
    </DeskForm>
  )
}
