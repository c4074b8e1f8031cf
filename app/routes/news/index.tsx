import { Link } from 'react-router'
import { PlainPage } from '../../ui/plain-page.tsx'

export default function News() {
  return (
    <PlainPage
      title="Latest News"
      path="/news"
      description="News of the British market in private number plates."
    >
      <p>
        Our reports on the market are being written. Until they are here, the{' '}
        <Link to="/sales-explorer" className="link">
          Sales Explorer
        </Link>{' '}
        and our{' '}
        <Link to="/plates" className="link">
          plates for sale
        </Link>{' '}
        are a few steps away.
      </p>
    </PlainPage>
  )
}
