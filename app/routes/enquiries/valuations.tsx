import { Link } from 'react-router'
import { PlainPage } from '../../ui/plain-page.tsx'

export default function Valuations() {
  return (
    <PlainPage
      title="Number Plate Valuations"
      path="/valuations"
      description="A free valuation of your private registration: what we would pay for it now, and what the market might."
    >
      <p>
        We value a registration free of charge, with a report within 24-48 hours. The request form is being
        built; until it is here, send us the registration by e-mail from the{' '}
        <Link to="/contact" className="link">
          contact page
        </Link>
        .
      </p>
    </PlainPage>
  )
}
