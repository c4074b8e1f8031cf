import { EXPLORERS } from '#shared/sales/explorers.ts'
import { SELECTION_LABELS, SELECTIONS } from '#shared/sales/sale.ts'
import { formatNumber } from '#shared/text/format.ts'
import { Table } from '#shared/ui/table.tsx'
import type { Dataset } from './describe-dataset.server.ts'

const MEANINGS: Record<(typeof SELECTIONS)[number], string> = {
  complete: 'Every lot sold at an auction, from its results list.',
  sample: 'Drawn at random from all the lots sold at an auction.',
  highest: 'Taken from a results list because it was among the dearest.',
  reported: 'Reported by a newspaper, a dealer or an auction house, mostly because it was dear or famous.',
  own: 'We sold it ourselves.',
}

export function Selections({ datasets, hasSample }: { datasets: Dataset[]; hasSample: boolean }) {
  const countIn = ({ selections }: Dataset, selection: string) =>
    formatNumber(selections.find(({ name }) => name === selection)?.count ?? 0)
  return (
    <>
      <p>
        How a sale came to be on record decides what it can tell you. A price that made the news is not a
        typical one, so the column <code>selection</code> says how each sale was chosen.
      </p>
      <Table
        className="data-table w-full"
        caption="Sales by selection"
        columns={['Selection', ...datasets.map(({ explorer }) => EXPLORERS[explorer].place)]}
        rows={SELECTIONS.map((selection) => [
          <Meaning key={selection} selection={selection} />,
          ...datasets.map((dataset) => countIn(dataset, selection)),
        ])}
      />
      {hasSample && <Draw />}
    </>
  )
}

const Meaning = ({ selection }: { selection: (typeof SELECTIONS)[number] }) => (
  <>
    <span className="font-medium">{SELECTION_LABELS[selection]}</span>{' '}
    <code className="text-quiet text-sm">{selection}</code>
    <span className="block text-quiet text-sm">{MEANINGS[selection]}</span>
  </>
)

function Draw() {
  return (
    <>
      <h3 className="subheading mt-4">The 2025 sample</h3>
      <p>
        The nine DVLA auctions of 2025, B270 to B278, sold 17,782 lots. We took 75 lots from each, 675 in all,
        by a rule that ignores the price. For every lot sold, it takes the SHA-256 of the auction and lot
        number with a space between them, such as “B270 41”, in hexadecimal; the 75 lots whose hashes come
        first are the sample. Anyone with the results lists can repeat it. Its median hammer price is £1,510,
        the same as for all 17,782 lots.
      </p>
      <p>
        The 25 dearest lots of each auction are on record as well; the 212 of them that were not in the sample
        have the selection <code>highest</code>.
      </p>
      <p>
        The results lists are the auctioneer’s own, and each sale’s source is its auction’s list. We read them
        in a public copy:{' '}
        <a
          href="https://github.com/ozzy2438/Plate-Value-Intelligence"
          className="link break-words"
          rel="noopener nofollow"
        >
          github.com/ozzy2438/Plate-Value-Intelligence
        </a>
        .
      </p>
    </>
  )
}
