import { Link } from 'react-router'
import { PlainPage } from '../../ui/plain-page.tsx'

export default function Guides() {
  return (
    <PlainPage
      title="Information &amp; Guides"
      path="/info"
      description="Guides to buying, keeping and assigning a private registration."
    >
      <p>
        Our guides are being written. They fall into two groups:{' '}
        <Link to="/auction-info" className="link">
          auction guides
        </Link>{' '}
        and{' '}
        <Link to="/document-info" className="link">
          documentation guides
        </Link>
        . If you have a question meanwhile,{' '}
        <Link to="/contact" className="link">
          ask us
        </Link>
        .
      </p>
    </PlainPage>
  )
}
