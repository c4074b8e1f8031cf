import { UNMET_SEARCH_MONTHS } from '#shared/list/unmet-search.ts'
import { PAGE_VIEW_MONTHS } from '#shared/text/page-views.ts'
import { useSite } from '#shared/ui/use-site.tsx'
import { siteContext } from '../../context.ts'
import { PageMeta } from '../../shared/ui/page-meta.tsx'
import type { Route } from './+types/privacy'

const CONTENTS = [
  { id: 'enquiries', title: 'When you send an enquiry' },
  { id: 'alerts', title: 'When you set up an alert' },
  { id: 'visits', title: 'When you just browse' },
  { id: 'rights', title: 'Your rights' },
  { id: 'complaints', title: 'If you are not satisfied' },
]

export function loader({ context }: Route.LoaderArgs) {
  return { months: context.get(siteContext).enquiryRetentionMonths }
}

export default function Privacy({ loaderData: { months } }: Route.ComponentProps) {
  const site = useSite()
  const mail = (
    <a className="link wrap-anywhere" href={`mailto:${site.email}`}>
      {site.email}
    </a>
  )
  return (
    <div className="wrap pt-12 pb-24 md:pt-20">
      <PageMeta
        title="Privacy Policy"
        path="/privacy"
        description={`What ${site.name} stores when you send an enquiry, why, for how long and who sees it, and how to have it corrected or deleted. This site sets no cookies.`}
      />
      <div className="article-grid">
        <header className="article-header">
          <h1 className="title">Privacy Policy</h1>
          <p className="mt-6 font-serif text-2xl text-quiet leading-snug">
            You can read the whole site without telling us anything, and we keep only what you send us.
          </p>
        </header>
        <nav className="article-contents article-contents-beside" aria-label="On this page">
          <p>On this page</p>
          <ol>
            {CONTENTS.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="article-column prose article-body">
          <h2 id="enquiries">When you send an enquiry</h2>
          <p>
            The contact and valuation forms store what you type into them: your name, your e-mail address,
            your telephone number if you give one, your message, and the registration it is about, with the
            kind of enquiry and the time it arrived. Where a form asks you to confirm something, such as that
            a registration is yours, we store that you did.
          </p>
          <h3>Why</h3>
          <p>
            To answer you, and to do what you ask for: quote a price, value a registration, arrange a sale. In
            the terms of the UK GDPR, an enquiry about buying or selling is a step taken at your request
            before a contract (Article 6(1)(b)); we handle any other enquiry because you and we both have a
            legitimate interest in answering it (Article 6(1)(f)). We do not send marketing, and we do not
            make automated decisions about you.
          </p>
          <h3>How long</h3>
          <p>
            Enquiries are deleted {formatMonths(months)} after they arrive, along with our replies and any
            notes that we made about them. If one leads to a sale, we keep the paperwork of that sale for as
            long as tax law requires.
          </p>
          <h3>Who sees it</h3>
          <p>
            We do, and so does the company that delivers our e-mail on our instructions. Nobody else does: we
            never sell, rent or share enquiries. When a registration changes hands, the transfer documents go
            to the DVLA, as the law requires.
          </p>

          <h3>What you get back</h3>
          <p>
            An e-mail to say that we have your enquiry, with its reference. We keep a copy for 30 days so that
            we can check what was sent.
          </p>

          <h2 id="alerts">When you set up an alert</h2>
          <p>
            We store your e-mail address, what you are looking for and how often you want to hear from us.
            Nothing happens until you confirm from that address; if you don’t, we delete it all after 48
            hours. We write only about what you asked for, and only because you asked (Article 6(1)(a)). Every
            e-mail has a link that stops the alert and deletes it at once. If you open none of the pages of
            your alerts for 24 months, we delete them; if an address refuses our e-mail, we delete all its
            alerts. We keep copies of what we sent for 30 days, and delete them with the alert.
          </p>

          <h2 id="visits">When you just browse</h2>
          <ul>
            <li>
              <strong>No cookies.</strong> The site sets none, so there is no banner to click away.
            </li>
            <li>
              <strong>No trackers.</strong> There are no advertisements, we don’t follow anyone from page to
              page, and our pages load nothing from other companies. There is one exception: if a plate’s
              photograph is kept at another address, your browser fetches it from there.
            </li>
            <li>
              <strong>A shortlist stays with you.</strong> The plates you save are remembered by your own
              browser and are not sent to us. Clearing the browser’s data for this site removes them. A list
              that you send is a link with the plates in it, and says nothing about who sent it or opened it.
            </li>
            <li>
              <strong>A draft stays in its tab.</strong> What you type into a form is remembered by that
              browser tab until you send it or close the tab, so you lose nothing if the page reloads.
            </li>
            <li>
              <strong>Protection against abuse.</strong> When you send a form, or we count a search of yours,
              the server holds your network address in memory for ten minutes to see how many requests come
              from it. It is not stored with your enquiry or with the count.
            </li>
            <li id="searches">
              <strong>Searches that find nothing are counted.</strong> When a search of our plates or of the
              sales finds nothing, we add one to that day’s count for the search. The count records its
              letters and digits, up to 16 of them, and which list was searched. Nothing about you or your
              device is stored with it, and nothing links one search to another. We look only at terms that
              were searched for at least three times, so that we know what to buy, and the counts are deleted
              after {UNMET_SEARCH_MONTHS} months.
            </li>
            <li id="page-counts">
              <strong>We count pages, not readers.</strong> When the server sends you a page, it adds one to
              the day’s count for that page. Nothing about you or your device is stored with it, nothing links
              one page to another, and anything after the “?” in an address is left out. If your browser asks
              not to be tracked, we don’t count your pages at all. The counts are deleted after{' '}
              {PAGE_VIEW_MONTHS} months.
            </li>
            <li>
              <strong>A request log.</strong> To help us find faults, the server records the address of each
              page requested, the time and how long the answer took. It records no names and nothing that you
              type.
            </li>
          </ul>

          <h2 id="rights">Your rights</h2>
          <p>At any time, and free of charge, you may ask us</p>
          <ul>
            <li>for a copy of what we hold about you (access);</li>
            <li>to correct it (rectification);</li>
            <li>to delete it (erasure);</li>
            <li>to stop using it while a question about it is open (restriction);</li>
            <li>to give it to you, or to someone else, in a form that a computer can read (portability).</li>
          </ul>
          <p>
            You may also object where we rely on legitimate interests. Write to {mail} from the address you
            gave us, so that we know the data is yours. We answer within one month.
          </p>

          <h2 id="complaints">If you are not satisfied</h2>
          <p>
            Please complain to us first, at {mail}. We acknowledge a complaint within 30 days, look into it
            without undue delay, and tell you the outcome. You may also complain to the Information
            Commissioner’s Office, the regulator of data protection in the United Kingdom, at{' '}
            <a className="link" href="https://ico.org.uk/make-a-complaint/" rel="external">
              ico.org.uk
            </a>
            .
          </p>
        </div>
        <aside className="article-side" aria-label="Privacy in brief">
          <section className="article-end">
            <h2>Who is responsible</h2>
            <p className="wrap-anywhere">
              {site.company.registration}; registered office: {site.company.address.join(', ')}. We decide
              what is stored about you and are responsible for it; the law calls us the controller.
            </p>
            <p>{mail}</p>
          </section>
          <section className="article-end">
            <h2>In brief</h2>
            <ul>
              <li>No cookies, no trackers, no advertisements</li>
              <li>Enquiries deleted after {formatMonths(months)}</li>
              <li>Never sold, rented or shared</li>
              <li>Your requests answered within one month</li>
            </ul>
          </section>
        </aside>
      </div>
    </div>
  )
}

function formatMonths(months: number): string {
  return months === 1 ? 'one month' : `${months} months`
}
