import { LIST_KINDS, type ListKind } from '#services/import/list-kinds.ts'
import { DeskForm } from '../../ui/desk-form.tsx'
import { KIND_LABELS } from './labels.ts'

/** Asks for the kind of list before the file is read. */
export function ListKindField() {
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
        <KindOptions />
      </select>
      <p id="list-kind-help" className="help">
        You can change it on the next page.
      </p>
    </div>
  )
}

/** Shows the detected kind of list, and how to change it. */
export function ListKindForm({ id, list }: { id: string; list: ListKind }) {
  return (
    <DeskForm action={`/import/${id}`} className="import-kind" key={list}>
      <label htmlFor="list-kind">Read as</label>
      <select id="list-kind" name="kind" className="desk-input" defaultValue={list}>
        <KindOptions />
      </select>
      <button type="submit" name="intent" value="kind" className="button-small">
        Read again
      </button>
    </DeskForm>
  )
}

const KindOptions = () =>
  LIST_KINDS.map((kind) => (
    <option key={kind} value={kind}>
      {KIND_LABELS[kind]}
    </option>
  ))
