import { Link } from 'react-router'
import { PlainPage } from '../../ui/plain-page.tsx'

export default function DocumentationGuides() {
  return (
    <PlainPage
      title="Documentation Guides"
      path="/document-info"
      description="The papers of a private registration: retention certificate, certificate of entitlement and log book."
    >
      <p>
        Our guides to the paperwork are being written. If a certificate puzzles you,{' '}
        <Link to="/contact" className="link">
          ask us
        </Link>
        .
      </p>
    </PlainPage>
  )
}
