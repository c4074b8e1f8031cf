import { TextLink } from '#app/shared/ui/text-link.tsx'
import { EXPLORERS, type ExplorerName } from '#shared/sales/explorers.ts'
import { DATA_PATH } from '../licence.ts'

export function AboutSales({ explorer }: { explorer: ExplorerName }) {
  return (
    <section
      id="about-sales"
      aria-labelledby="about-sales-title"
      className="mt-20 grid gap-x-12 gap-y-6 border-line border-t pt-10 lg:grid-cols-12 print:hidden"
    >
      <h2 id="about-sales-title" className="heading lg:col-span-4">
        About Our Sales Data
      </h2>
      <div className="grid max-w-reading gap-4 lg:col-span-8">
        {EXPLORERS[explorer].hasHammerPrice ? <AboutTwoPrices /> : <AboutOnePrice />}
        <p>
          Only publicly known or reported sales are included. Every sale has a page of its own, which names
          the source and says how the sale came to be on record. Hammer prices are as the source reports them
          and totals are computed by us, unless the word under a price says otherwise. Prices “as reported”
          are left out of every median.
        </p>
        <p>
          You are welcome to reuse the data. If you do, please link back to this page, so that your readers
          can check the figures. <TextLink to={DATA_PATH}>Our Sales Data</TextLink> explains every column, how
          the sales were chosen and how medians are worked out, and lists the files and all corrections.
        </p>
      </div>
    </section>
  )
}

function AboutTwoPrices() {
  return (
    <p>
      The total price is the total paid, including all fees and taxes. The hammer price is the price before
      fees. Totals apply the buyer’s premium and VAT rates of the year of sale; both have changed more than
      once since the first auction in 1989. Where sources disagree about a rate, as they do about the DVLA’s
      since October 2025, no total is computed, and the sale’s page names both rates.
    </p>
  )
}

function AboutOnePrice() {
  return (
    <p>
      Prices are given as they were reported. Where a source gives the hammer price, it is marked as such, and
      the buyer’s commission came on top.
    </p>
  )
}
