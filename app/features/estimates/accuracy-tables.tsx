import type { ReactNode } from 'react'
import { formatNumber, longMonth } from '#shared/text/format.ts'
import { Table } from '#shared/ui/table.tsx'
import type { AccuracyReport, Group, Measures, NoiseCeiling } from '../../context.ts'
import { bandName, confidenceName, formatR2, kindName, percent } from './accuracy-words.ts'

/** Superscript markup, because the text typeface has no ² character. */
export const RSquared = () => (
  <span className="whitespace-nowrap">
    R<sup className="accuracy-square">2</sup>
  </span>
)

/** The estimates between the naive figure and the noise ceiling. */
export function SummaryTable({ all, noiseCeiling }: { all: Measures; noiseCeiling: NoiseCeiling | null }) {
  const { naive } = all
  const rows: [measure: ReactNode, ours: string, naive: string, best: string][] = [
    [
      'Median error',
      percent(all.mdape, 1),
      percent(naive.mdape, 1),
      noiseCeiling ? `about ${percent(noiseCeiling.mdape)}` : '',
    ],
    ['Within 20%', percent(all.within20), percent(naive.within20), '–'],
    ['Within a factor of 2', percent(all.within2x), percent(naive.within2x), '–'],
    ['Price in the 80% range', percent(all.coverage80), '–', '80%'],
    [
      <>
        <RSquared /> of the log price
      </>,
      formatR2(all.r2),
      formatR2(naive.r2),
      noiseCeiling ? `about ${formatR2(noiseCeiling.r2)}` : '',
    ],
  ]
  const columns = noiseCeiling ? 4 : 3
  return (
    <Table
      className="accuracy-table accuracy-summary self-start"
      caption="Our estimates, a naive figure and the best that luck allows"
      columns={[MEASURE, 'Our estimate', 'Naive figure', 'Best possible'].slice(0, columns)}
      rows={rows.map((row) => row.slice(0, columns))}
    />
  )
}

const MEASURE = { name: 'Measure', isHidden: true }

export function GroupTable({ report }: { report: AccuracyReport }) {
  const { byKind, byEstimate, byPrice, byConfidence, byMonth } = report
  return (
    <Table
      scrolls="accuracy-scroll"
      className="accuracy-table accuracy-groups"
      caption="All measures by kind, price, confidence and month, each beside the naive figure"
      columns={GROUP_COLUMNS}
    >
      <Rows name="All" groups={[{ key: 'all', ...report.all }]} nameOf={() => 'All lots'} />
      <Rows name="By kind" groups={byKind} nameOf={kindName} />
      <Rows name="By our estimate" groups={byEstimate} nameOf={bandName} />
      <Rows name="By hammer price" groups={byPrice} nameOf={bandName} hasR2={false} />
      <Rows name="By our confidence" groups={byConfidence} nameOf={confidenceName} />
      <Rows name="By month" groups={byMonth} nameOf={longMonth} />
    </Table>
  )
}

const GROUP_COLUMNS = [
  ...['Group', 'Lots', 'Median error', 'Within 20%', 'Within a factor of\u00a02', 'Price in the range'],
  { name: <RSquared /> },
  'No figure',
]

interface RowsProps {
  name: string
  groups: readonly Group[]
  nameOf: (key: string) => string
  /** Lots selected by price have no variance that an estimate could explain. */
  hasR2?: boolean
}

function Rows({ name, groups, nameOf, hasR2 = true }: RowsProps) {
  return (
    <tbody>
      {groups.length > 1 && (
        <tr className="accuracy-head">
          <th scope="rowgroup" colSpan={8}>
            <span>{name}</span>
          </th>
        </tr>
      )}
      {groups.map((group) => (
        <tr key={group.key}>
          <th scope="row">{nameOf(group.key)}</th>
          <td>{formatNumber(group.n)}</td>
          <Pair ours={percent(group.mdape, 1)} naive={percent(group.naive.mdape, 1)} />
          <Pair ours={percent(group.within20)} naive={percent(group.naive.within20)} />
          <Pair ours={percent(group.within2x)} naive={percent(group.naive.within2x)} />
          <td>{percent(group.coverage80)}</td>
          {hasR2 ? <Pair ours={formatR2(group.r2)} naive={formatR2(group.naive.r2)} /> : <td>–</td>}
          <td>{percent(group.refused)}</td>
        </tr>
      ))}
    </tbody>
  )
}

function Pair({ ours, naive }: { ours: string; naive: string }) {
  return (
    <td>
      {ours}
      <span className="block text-[0.8125rem] text-quiet">
        <span className="sr-only">, naive </span>
        {naive}
      </span>
    </td>
  )
}
