import { formatNumber } from '#shared/text/format.ts'
import { Table } from '#shared/ui/table.tsx'
import type { Dataset } from './describe-dataset.server.ts'

export function Publications({ datasets }: { datasets: Dataset[] }) {
  const counts = new Map<string, number>()
  for (const { publications } of datasets)
    for (const { name, count } of publications ?? []) counts.set(name, (counts.get(name) ?? 0) + count)
  const rows = [...counts].sort(([one, first], [other, second]) => second - first || (one < other ? -1 : 1))
  const isWhole = datasets.every(({ publications }) => publications !== null)
  return (
    <>
      <p>
        Where the figures were published, and how many sales come from each. The page of each sale links to
        the article or list itself.
      </p>
      {!isWhole && (
        <p>
          There are too many records to count them all here; the column <code>source_url</code> of the files
          has every source.
        </p>
      )}
      {rows.length > 0 && (
        <Table
          className="data-table w-full"
          caption="Sales by publication"
          columns={['Publication', 'Sales']}
          rows={rows.map(([name, count]) => [name, formatNumber(count)])}
        />
      )}
    </>
  )
}
