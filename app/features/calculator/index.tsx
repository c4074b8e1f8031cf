import { data, redirect } from 'react-router'
import { feeRegimes } from '#shared/sales/fee-regimes.ts'
import { isoToday } from '#shared/text/format.ts'
import { useSite } from '#shared/ui/use-site.tsx'
import { siteContext } from '../../context.ts'
import type { PageHandle } from '../../page-styles.ts'
import { useListUrl } from '../../shared/list/use-list-url.ts'
import { Page } from '../../shared/ui/page.tsx'
import { TextLink } from '../../shared/ui/text-link.tsx'
import type { Route } from './+types/index'
import { Bills } from './bills.tsx'
import { calculate } from './calculate.ts'
import { CalculatorForm } from './calculator-form.tsx'
import { type CalculatorView, calculatorQuery, parseCalculatorView } from './calculator-view.ts'

const PATH = '/auction-calculator'

export const handle: PageHandle = { styles: ['plate-list', 'enquiries', 'bill', 'calculator'] }

export function loader({ url, context }: Route.LoaderArgs) {
  const view = parseCalculatorView(url.searchParams)
  // Sent by the form without script, which sends both fields although only one counts.
  if (url.searchParams.has('was')) throw redirect(PATH + calculatorQuery(view), 303)
  const { errors } = calculate(view, isoToday(), feeRegimes(context.get(siteContext).site.dvlaPremium))
  return data({ today: isoToday() }, { status: Object.keys(errors).length > 0 ? 400 : 200 })
}

/** Everything is computed in the browser, without requests. */
export function clientLoader(_: Route.ClientLoaderArgs) {
  return { today: isoToday() }
}

export function shouldRevalidate() {
  return false
}

/** The bid of the worked example, before anything is entered. */
const EXAMPLE: Partial<CalculatorView> = { given: 'hammer', amount: '1,000' }

const CALCULATOR_URL = { parse: parseCalculatorView, stringify: calculatorQuery }

export default function Calculator({ loaderData }: Route.ComponentProps) {
  const site = useSite()
  const regimes = feeRegimes(site.dvlaPremium)
  const { view, revision, change } = useListUrl<CalculatorView>(CALCULATOR_URL)
  const calculation = calculate(view, loaderData.today, regimes)
  const isExample = view.amount === ''
  const billed = isExample ? { ...view, ...EXAMPLE } : view
  return (
    <Page
      className="calculator"
      title="What Would I Pay? Auction Fees Calculator"
      path={PATH}
      description="From the hammer price to what you pay, with the buyer’s premium, VAT and the assignment fee line by line, or from your budget to the highest bid it allows."
      noindex={calculatorQuery(view) !== ''}
      heading="What Would I Pay?"
      lead="The hammer price isn’t the whole bill. Enter a bid to see what you would pay, or your budget to see what you can bid."
    >
      <div className="calculator-columns">
        <CalculatorForm
          key={revision}
          view={view}
          today={loaderData.today}
          calculation={calculation}
          onChange={(part, delayMs) => change((old) => ({ ...old, ...part }), { delayMs, replace: true })}
        />
        <div>
          <Bills
            view={billed}
            calculation={isExample ? calculate(billed, loaderData.today, regimes) : calculation}
            isExample={isExample}
            today={loaderData.today}
            regimes={regimes}
          />
          <div className="mt-14 max-w-reading border-line border-t pt-6 print:hidden">
            <p>
              <TextLink to="/info/auction-fees-explained">Auction fees explained</TextLink> takes each charge
              in turn, with real sales worked through. To see what plates have made before, search the{' '}
              <TextLink to="/sales-explorer">Sales Explorer</TextLink>.
            </p>
            <p className="mt-3">
              <TextLink to="/plates">Our own plates</TextLink> have no hammer price and no buyer’s premium:
              the price on the page is the price you pay.
            </p>
          </div>
        </div>
      </div>
    </Page>
  )
}
