import { useSearchParams } from 'react-router'
import { site } from '../../../site.config.ts'
import { PlainPage } from '../../ui/plain-page.tsx'

/** Longest registration that is worth repeating to the visitor. */
const LONGEST_PLATE = 32

export default function Contact() {
  const [query] = useSearchParams()
  const plate = query.get('plate')?.slice(0, LONGEST_PLATE)
  const subject = plate ? `Enquiry about ${plate}` : 'Enquiry'
  return (
    <PlainPage
      title="Contact Us"
      path="/contact"
      description={`How to reach ${site.name}, seven days a week.`}
      noindex={query.size > 0}
    >
      <p>
        {plate ? (
          <>
            You are asking about <strong>{plate}</strong>.{' '}
          </>
        ) : null}
        Our enquiry form is being built. Until it is here, an e-mail reaches us seven days a week, 365 days a
        year.
      </p>
      <p className="not-prose">
        <a className="button" href={`mailto:${site.email}?subject=${encodeURIComponent(subject)}`}>
          E-mail {site.email}
        </a>
      </p>
    </PlainPage>
  )
}
