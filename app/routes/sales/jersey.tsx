import { Link } from 'react-router'
import { PlainPage } from '../../ui/plain-page.tsx'

export default function JerseySalesExplorer() {
  return (
    <PlainPage
      title="Jersey Sales Explorer"
      path="/jersey/sales-explorer"
      description="What number plates sold for in Jersey."
    >
      <p>
        What number plates sold for in Jersey, with the source of every figure. The explorer is being built,
        as is the one for the{' '}
        <Link to="/sales-explorer" className="link">
          United Kingdom
        </Link>
        .
      </p>
    </PlainPage>
  )
}
