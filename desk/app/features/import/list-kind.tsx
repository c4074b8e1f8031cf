import type { ListKind } from '#services/import/list-kinds.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { Select, SelectField } from '../../ui/field.tsx'

type Kinds = readonly (readonly [kind: ListKind, label: string])[]

/** Asks for the kind of list before the file is read. */
export const ListKindField = ({ kinds }: { kinds: Kinds }) => (
  <SelectField
    label="What is it?"
    name="kind"
    defaultValue=""
    help="You can change it on the next page."
    options={[['', 'Detect from the file'], ...kinds]}
  />
)

/** Shows the detected kind of list, and how to change it. */
export function ListKindForm({ id, list, kinds }: { id: string; list: ListKind; kinds: Kinds }) {
  return (
    <DeskForm
      action={`/import/${id}`}
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2"
      key={list}
    >
      <label htmlFor="list-kind">Read as</label>
      <Select id="list-kind" name="kind" className="desk-input w-auto" defaultValue={list} options={kinds} />
      <SubmitButton name="intent" value="kind">
        Read again
      </SubmitButton>
    </DeskForm>
  )
}
