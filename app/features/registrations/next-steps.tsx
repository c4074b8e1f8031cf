import type { ReactNode } from 'react'
import { TitledSection } from '#shared/ui/titled-section.tsx'
import { alertsPath, valuationPath, wishPath } from '#shared/urls.ts'
import { Link } from '../../shared/ui/link.tsx'
import type { KnownRegistration } from './read-registration.server.ts'

/** Shown for a registration that is not ours. */
export function NextSteps({ known: { registration, alert } }: { known: KnownRegistration }) {
  return (
    <TitledSection id="next" title="What you can do" className="mt-20 print:hidden">
      <ul className="ruled-columns mt-8 gap-x-12">
        <Step
          title="Ask us to find it"
          to={wishPath(registration, 'find')}
          action={`Ask about ${registration}`}
        >
          Tell us your budget. We’ll say whether we think we can get it, and tell you if it isn’t worth the
          money.
        </Step>
        <Step title="Have yours valued" to={valuationPath(registration)} action={`Value ${registration}`}>
          Is it yours? We’ll tell you, free, within 24-48 hours, what it would sell for now and its
          theoretical maximum. Neither is an offer to buy.
        </Step>
        <Step
          title="Tell me when it is for sale"
          to={alertsPath(alert)}
          action={`Set an alert for ${registration}`}
        >
          We’ll e-mail you if it comes in, drops in price or sells.
        </Step>
      </ul>
    </TitledSection>
  )
}

interface StepProps {
  title: string
  to: string
  action: string
  children: ReactNode
}

function Step({ title, to, action, children }: StepProps) {
  return (
    <li className="pt-4">
      <h3 className="subheading">{title}</h3>
      <p className="mt-2 text-quiet">{children}</p>
      <p className="mt-4">
        <Link to={to} className="link font-medium">
          {action}
        </Link>
      </p>
    </li>
  )
}
