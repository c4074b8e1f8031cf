import { Link } from 'react-router'
import { PlainPage } from '../../ui/plain-page.tsx'

export default function UkSalesExplorer() {
  return (
    <PlainPage
      title="UK Number Plate Sales Explorer"
      path="/sales-explorer"
      description="What number plates sold for in the United Kingdom."
    >
      <p>
        What number plates sold for in the United Kingdom, with the source of every figure. The explorer is
        being built; our own prices are on{' '}
        <Link to="/plates" className="link">
          every plate for sale
        </Link>
        . There is one for{' '}
        <Link to="/jersey/sales-explorer" className="link">
          Jersey
        </Link>
        , too.
      </p>
    </PlainPage>
  )
}
