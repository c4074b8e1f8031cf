import type { ListKind } from '#services/import/list-kinds.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'

type Kinds = readonly (readonly [kind: ListKind, label: string])[]

/** Asks for the kind of list before the file is read. */
export function ListKindField({ kinds }: { kinds: Kinds }) {
  return (
    <div className="desk-field">
      <label htmlFor="list-kind">What is it?</label>
      <select
        id="list-kind"
        name="kind"
        className="desk-input"
        aria-describedby="list-kind-help"
        defaultValue=""
      >
        <option value="">Detect from the file</option>
        <KindOptions kinds={kinds} />
      </select>
      <p id="list-kind-help" className="help">
        You can change it on the next page.
      </p>
    </div>
  )
}

/** Shows the detected kind of list, and how to change it. */
export function ListKindForm({ id, list, kinds }: { id: string; list: ListKind; kinds: Kinds }) {
  return (
    <DeskForm action={`/import/${id}`} className="import-kind" key={list}>
      <label htmlFor="list-kind">Read as</label>
      <select id="list-kind" name="kind" className="desk-input" defaultValue={list}>
        <KindOptions kinds={kinds} />
      </select>
      <SubmitButton name="intent" value="kind">
        Read again
      </SubmitButton>
    </DeskForm>
  )
}

const KindOptions = ({ kinds }: { kinds: Kinds }) =>
  kinds.map(([kind, label]) => (
    <option key={kind} value={kind}>
      {label}
    </option>
  ))
