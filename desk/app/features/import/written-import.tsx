import type { ImportResult } from '#services/import/import-store.ts'
import { formatNumber, plural } from '#shared/text/format.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { ButtonLink } from '../../ui/page.tsx'

interface Props {
  id: string
  /** The name of one of its sales, and their address; null for a list of stock. */
  sales: { sale: string; address: string } | null
  result: ImportResult
}

export function WrittenImport({ id, sales, result }: Props) {
  const { added, changed, corrected = 0, unchanged, refused, leftOut } = result
  const isChanged = added + changed + corrected > 0
  return (
    <>
      <div className="desk-note max-w-reading" role="status">
        <p>{isChanged ? describeChanged(sales?.sale, result) : NOTHING[sales ? 'sales' : 'stock']}</p>
        <p className="mt-1 text-quiet">
          {formatNumber(unchanged)} unchanged, {formatNumber(refused)} refused, {formatNumber(leftOut)} left
          out.
        </p>
      </div>
      <p className="mt-4 flex flex-wrap gap-2">
        {sales ? (
          <a href={sales.address} className="button-small" data-main>
            See them in the explorer
          </a>
        ) : (
          <ButtonLink to="/stock" data-main>
            See the stock
          </ButtonLink>
        )}
        {isChanged && <ButtonLink to={`/changes/${id}`}>See what changed</ButtonLink>}
        <ButtonLink to="/import">Import another list</ButtonLink>
      </p>
      {isChanged && (
        <DeskForm
          action="/changes/undo"
          className="my-4 flex flex-wrap items-center gap-x-5 gap-y-2"
          sends={{ batch: id, back: '/import' }}
        >
          <SubmitButton data-danger>Undo the whole import</SubmitButton>
          <span className="text-quiet text-sm">All of it at once. You can do this for 30 days.</span>
        </DeskForm>
      )}
    </>
  )
}

const NOTHING = {
  stock: 'The stock already matches the list: nothing was changed.',
  sales: 'The sales on record already match the list: nothing was changed.',
}

function describeChanged(sale: string | undefined, { added, changed, corrected = 0 }: ImportResult): string {
  if (!sale) return `${plural(added, 'plate')} added, ${formatNumber(changed)} changed.`
  return `${plural(added, sale)} added, ${formatNumber(changed)} completed, ${formatNumber(corrected)} corrected.`
}
