import { Link } from 'react-router'
import { formatNumber, plural } from '#shared/text/format.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'

export interface SalesUndoShown {
  count: number
  changes: {
    id: string
    saleId: string
    registration: string
    text: string
    correction: string
    exists: boolean
  }[]
  reason: string
  refusal: string | null
}

interface SalesUndoPreviewProps {
  undo: SalesUndoShown
  batch: string
  back: string
}

/**
 * Shows the effect of a change of recorded sales, the effect of an undo, and the resulting entries of the public log.
 */
export function SalesUndoPreview({ undo, batch, back }: SalesUndoPreviewProps) {
  const { count, changes, reason, refusal } = undo
  return (
    <>
      {refusal ? (
        <p className="desk-note" data-kind="error">
          {refusal}
        </p>
      ) : (
        <DeskForm action="/changes/undo" className="confirm-bar" sends={{ batch, back }}>
          <SubmitButton data-main>Undo</SubmitButton>
          <p>
            {plural(count, 'sale')} will go back to how {count === 1 ? 'it was' : 'they were'}. The public log
            will say so, with the reason “{reason}”
          </p>
        </DeskForm>
      )}
      <table className="ledger preview-table">
        <thead>
          <tr>
            <th scope="col">Registration</th>
            <th scope="col">{refusal ? 'What changed' : 'What the public log will say'}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ id, saleId, registration, text, correction, exists }) => (
            <tr key={id}>
              <th scope="row">
                {exists ? (
                  <Link to={`/sales/${saleId}`} className="registration-link">
                    {registration}
                  </Link>
                ) : (
                  registration
                )}
              </th>
              <td className="column-change">{refusal ? text : correction}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {count > changes.length && (
        <p className="stock-remark">And {formatNumber(count - changes.length)} more sales.</p>
      )}
    </>
  )
}
