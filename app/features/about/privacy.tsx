import { site } from '../../../site.config.ts'
import { siteContext } from '../../context.ts'
import { TextPage } from '../../shared/ui/text-page.tsx'
import type { Route } from './+types/privacy'

export function loader({ context }: Route.LoaderArgs) {
  return { months: context.get(siteContext).enquiryRetentionMonths }
}

export default function Privacy({ loaderData: { months } }: Route.ComponentProps) {
  const mail = (
    <a className="link" href={`mailto:${site.email}`}>
      {site.email}
    </a>
  )
  return (
    <TextPage
      title="Privacy Policy"
      path="/privacy"
      description={`What ${site.name} stores when you send an enquiry, why, for how long and who sees it, and how to have it corrected or deleted. This site sets no cookies.`}
    >
      <p>
        This site is run by {site.company.registration}, of {site.company.address.join(', ')}. We decide what
        is stored about you and answer for it; the law calls us the controller. Write to {mail} about anything
        on this page.
      </p>
      <p>
        The short version: you can read the whole site without telling us anything, and we keep only what you
        send us.
      </p>

      <h2 id="enquiries">When you send an enquiry</h2>
      <p>
        The contact and valuation forms store what you type into them: your name, your e-mail address, your
        telephone number if you give one, your message, and the registration it is about, with the kind of
        enquiry and the time it arrived. Where a form asks you to confirm something, such as that a
        registration is yours, we store that you did.
      </p>
      <h3>Why</h3>
      <p>
        To answer you, and to do what you ask for: quote a price, value a registration, arrange a sale. In the
        terms of the UK GDPR, an enquiry about buying or selling is a step taken at your request before a
        contract (Article 6(1)(b)); any other enquiry we handle in our legitimate interest, and yours, in its
        being answered (Article 6(1)(f)). We do not send marketing, and we do not make automated decisions
        about you.
      </p>
      <h3>How long</h3>
      <p>
        Enquiries are deleted {formatMonths(months)} after they arrive. If one leads to a sale, the papers of
        that sale are kept for as long as tax law requires.
      </p>
      <h3>Who sees it</h3>
      <p>
        We do, and so does the company that delivers our e-mail, which carries your message to us and acts on
        our instructions. Nobody else: we do not sell, rent or share enquiries. When a registration changes
        hands, the documents of the transfer go to the DVLA, as they must.
      </p>

      <h2 id="visits">When you only read</h2>
      <ul>
        <li>
          <strong>No cookies.</strong> The site sets none, so there is no banner to click away.
        </li>
        <li>
          <strong>No trackers.</strong> There are no advertisements and no measuring of visitors, and pages
          load nothing from other companies. Should a plate be shown with a photograph from another address,
          your browser fetches it from there.
        </li>
        <li>
          <strong>A shortlist stays with you.</strong> Plates that you put aside are remembered by your own
          browser and are not sent to us. Clearing the browser’s data for this site removes them.
        </li>
        <li>
          <strong>A draft stays in its tab.</strong> What you type into a form is remembered by that browser
          tab until you send it or close the tab, so that a reload loses nothing.
        </li>
        <li>
          <strong>A limit against floods.</strong> When you send a form, the server holds your network address
          in memory for a short while to count how many came from it. It is not stored with your enquiry.
        </li>
        <li>
          <strong>A request log.</strong> The server notes the address of each page asked for, the time and
          how long the answer took, to find faults. It notes no names and nothing that you type.
        </li>
      </ul>

      <h2 id="rights">Your rights</h2>
      <p>You may, at any time and without charge, ask us</p>
      <ul>
        <li>for a copy of what we hold about you (access);</li>
        <li>to correct it (rectification);</li>
        <li>to delete it (erasure);</li>
        <li>to stop using it while a question about it is open (restriction);</li>
        <li>to hand it to you or to somebody else in a form that a computer can read (portability).</li>
      </ul>
      <p>
        You may also object to our using it where we rely on legitimate interests. Write to {mail} from the
        address that you used with us, so that we know the data is yours. We answer within one month.
      </p>

      <h2 id="complaints">If you are not content</h2>
      <p>
        Please complain to us first, at {mail}. We acknowledge a complaint within 30 days, look into it
        without undue delay, and tell you what came of it. You may also complain to the Information
        Commissioner’s Office, which watches over data protection in the United Kingdom, at{' '}
        <a className="link" href="https://ico.org.uk/make-a-complaint/" rel="external">
          ico.org.uk
        </a>
        .
      </p>
    </TextPage>
  )
}

function formatMonths(months: number): string {
  return months === 1 ? 'one month' : `${months} months`
}
