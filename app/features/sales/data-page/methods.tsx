import { MIN_SALES_FOR_MEDIAN, MIN_SALES_FOR_POINT } from '#shared/sales/sales-stats.ts'

export function LeftOut({ isSampleOnly }: { isSampleOnly: boolean }) {
  return (
    <ul className="grid list-disc gap-2 pl-5">
      <li>Sales that nobody published: most private sales, and most sales by dealers.</li>
      <li>Lots that were withdrawn or not sold.</li>
      {isSampleOnly && <li>About nineteen in twenty of the lots sold at the DVLA auctions of 2025.</li>}
      <li>Sales whose year no source gives.</li>
      <li>
        Prices that no source gives, and totals whose fees are not known. We leave those columns empty and
        estimate nothing.
      </li>
      <li>
        Buyers and private sellers: there is no column for them, though a note may name one if the source
        does.
      </li>
    </ul>
  )
}

export function WorkedOut() {
  return (
    <>
      <p>All prices are in pounds at the time of the sale, with no adjustment for inflation.</p>
      <h3 className="subheading mt-2">Prices</h3>
      <p>
        A <strong>reported</strong> price is in the source. A <strong>computed</strong> total is a reported
        hammer price with the buyer’s premium, VAT and any assignment fee that a source states for that
        auction and time. Where only the total was reported, the hammer price is worked back in the same way.
        The page of each sale shows the sum line by line. A price is <strong>as reported</strong> if its
        source does not say what it includes. Where sources disagree about the fees, as they do about the
        DVLA’s since October 2025, nothing is computed.
      </p>
      <h3 className="subheading mt-2">Typical prices</h3>
      <p>
        Typical prices come from sales that nobody picked for their price or fame: <code>complete</code> and{' '}
        <code>sample</code>. They rest on reported hammer prices, never on computed or unclear ones. The
        dearest sales are those of all records.
      </p>
      <ul className="grid list-disc gap-2 pl-5">
        <li>
          <strong>Median:</strong> the middle price. Half of the sales made less, and half made more.
        </li>
        <li>
          <strong>Middle half:</strong> from the lower to the upper quartile. A quarter of the sales made
          less, and a quarter made more. Medians and quartiles that fall between two prices are interpolated,
          and rounded to whole pounds, halves up.
        </li>
        <li>
          <strong>95 % interval:</strong> how far the median could be off because chance decided which sales
          were drawn. With n prices in order, it reaches from the price at place{' '}
          <span className="whitespace-nowrap">(n − 1.96√n) ÷ 2</span> to that at place{' '}
          <span className="whitespace-nowrap">1 + (n + 1.96√n) ÷ 2</span>, both rounded to whole places: of
          675 prices, from the 312th to the 364th. It assumes nothing about how prices are spread.
        </li>
      </ul>
      <p>
        With fewer than {MIN_SALES_FOR_MEDIAN} such sales, no median is given. An auction with fewer than{' '}
        {MIN_SALES_FOR_POINT} has no point in the series.
      </p>
    </>
  )
}
