// biome-ignore-all lint/a11y/noRedundantRoles: some browsers drop the role of a row that is a grid
import { Fragment, type MouseEvent, memo, type ReactNode } from 'react'
import { useIsPainted } from '#app/shared/ui/after-paint.tsx'
import { useDebouncedValue } from '#app/shared/ui/use-debounced-value.ts'
import type { ExplorerView } from '#shared/sales/explorer/definitions.ts'
import { type ExplorerPage, matchingRows } from '#shared/sales/explorer/explorer-view.ts'
import { readableWord } from '#shared/sales/explorer/plate-text.ts'
import type { SortKey } from '#shared/sales/explorers.ts'
import { EXPLORERS, type ExplorerName } from '#shared/sales/explorers.ts'
import { describeTotal, priceOr, priceWord, type Sale, shortSaleDate } from '#shared/sales/sale.ts'
import { registrationPath } from '#shared/urls.ts'
import { StripPlateFace } from '../strip-plate-face.tsx'
import { useOpenPage } from '../use-open-page.ts'
import { ChangeButton } from './change-button.tsx'
import type { ChangeView } from './use-explorer-view.ts'

interface ResultsTableProps {
  explorer: ExplorerName
  view: ExplorerView
  page: ExplorerPage
  change: ChangeView
}

/**
 * About a screenful; the others follow after the next frame. useDeferredValue would render them before it (measured).
 */
const FIRST_ROWS = 12
const OTHER_ROWS_DEBOUNCE_MS = 60

/** Rows are grids, so that no cell changes the width of a column; the roles restore the table semantics. */
export function ResultsTable({ explorer, view, page, change }: ResultsTableProps) {
  const openPage = useOpenPage()
  const { columns, place, hasHammerPrice } = EXPLORERS[explorer]
  const { rows } = page
  const alikeFrom = page.alike > 0 ? matchingRows(page) : -1
  const settled = useDebouncedValue(rows, OTHER_ROWS_DEBOUNCE_MS)
  const isPainted = useIsPainted()
  const first = rows.slice(0, FIRST_ROWS)
  // A sale that has moved up is not shown a second time.
  const others = settled
    .slice(FIRST_ROWS, isPainted ? rows.length : FIRST_ROWS)
    .filter(({ id }) => !first.some((sale) => sale.id === id))

  /** One listener for all rows: fifty router links take longer to render than the rows. */
  const navigateTo = (event: MouseEvent<HTMLElement>) => {
    const link = (event.target as Element).closest('a')
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return
    event.preventDefault()
    openPage(link.pathname.slice(link.pathname.indexOf('/registration/'))) // remove the prefix of a web archive
  }

  return (
    <table className={`sales ${hasHammerPrice ? 'two-prices' : 'one-price'}`} role="table">
      <caption className="sr-only">{`${place} number plate sales`}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ key, text, cell, isFigure }) => (
            <SortHead
              key={text}
              sort={key}
              text={text}
              cell={cell}
              isFigure={isFigure}
              sorted={view.sort !== key ? null : view.isDescending ? 'descending' : 'ascending'}
              change={change}
            />
          ))}
        </tr>
      </thead>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: handles only the clicks of the links inside, Enter included */}
      <tbody role="rowgroup" onClick={navigateTo}>
        {[...first, ...others].map((sale, place) => (
          // A row by its place would be updated in place, which a page that the browser has translated does not show.
          <Fragment key={sale.id}>
            {place === alikeFrom && <AlikeHead search={view.search} columns={columns.length} />}
            <Row sale={sale} explorer={explorer} />
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

interface SortHeadProps {
  sort: SortKey | null
  text: string
  cell: string
  isFigure?: boolean
  sorted: 'ascending' | 'descending' | null
  change: ChangeView
}

const SortHead = memo(function SortHead({ sort, text, cell, isFigure, sorted, change }: SortHeadProps) {
  return (
    <th scope="col" role="columnheader" className={cellClass(cell, isFigure)} aria-sort={sorted ?? undefined}>
      {sort === null ? (
        text
      ) : (
        <ChangeButton
          form="explorer"
          makes={{ do: 'sort', key: sort }}
          change={change}
          className="sort-button"
        >
          {text}
          <svg viewBox="0 0 10 14" className="sort-mark" aria-hidden="true">
            <path d="M5 1 8.5 5.5h-7z" className={sorted === 'ascending' ? 'is-on' : undefined} />
            <path d="M5 13 1.5 8.5h7z" className={sorted === 'descending' ? 'is-on' : undefined} />
          </svg>
        </ChangeButton>
      )}
    </th>
  )
})

/** The heading above the rows that read like the search without matching it. */
const AlikeHead = ({ search, columns }: { search: string; columns: number }) => (
  <tr role="row" className="alike-head">
    <th role="rowheader" scope="row" colSpan={columns} aria-colspan={columns} className="alike-heading">
      {`Reads as ${readableWord(search)}`}
    </th>
  </tr>
)

const Row = memo(function Row({ sale, explorer }: { sale: Sale; explorer: ExplorerName }) {
  const { columns, hasHammerPrice, home, missing } = EXPLORERS[explorer]
  const { registration, priceBasis, hammerPriceGbp, totalPriceGbp, whereSold, category, type } = sale
  const hammerWord = priceWord('hammer', priceBasis)
  const totalWords = describeTotal(priceBasis, EXPLORERS[explorer])
  const cells: Record<string, ReactNode> = {
    hammer: <Price priceGbp={hammerPriceGbp} words={hammerWord} usual="reported" missing={missing} />,
    total: (
      <Price
        priceGbp={totalPriceGbp}
        words={totalWords}
        usual={hasHammerPrice ? 'computed' : 'reported'}
        missing={missing}
      />
    ),
    date: shortSaleDate(sale),
    seller: whereSold ?? (hasHammerPrice ? null : missing),
    category,
    type,
  }
  return (
    <tr role="row">
      <th scope="row" role="rowheader" className="cell-plate">
        <a href={registrationPath(registration)} className="sale-plate" aria-label={registration}>
          <StripPlateFace registration={registration} strip={home?.strip} />
        </a>
      </th>
      {columns.slice(1).map(({ cell, isFigure }) => (
        <td key={cell} role="cell" className={cellClass(cell, isFigure)}>
          {cells[cell]}
        </td>
      ))}
    </tr>
  )
})

const cellClass = (cell: string, isFigure?: boolean) => `cell-${cell}${isFigure ? ' figure' : ''}`

interface PriceProps {
  priceGbp: number | null
  words: string
  /** The kind of price that is not labelled, because the top of the page explains it. */
  usual: string
  missing: string
}

function Price({ priceGbp, words, usual, missing }: PriceProps) {
  const text = priceOr(priceGbp, missing)
  if (text === missing || words === usual) return text
  return (
    <>
      {text} <span className={words === 'as reported' ? 'price-word is-unclear' : 'price-word'}>{words}</span>
    </>
  )
}
