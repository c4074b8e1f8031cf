import type { ReactNode } from 'react'
import { describeYears } from '#shared/text/trading-years.ts'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { useSite } from '#shared/ui/use-site.tsx'
import type { PageHandle } from '../../page-styles.ts'
import { ButtonLink, QuietButtonLink } from '../../shared/ui/button-link.tsx'
import { PageMeta } from '../../shared/ui/page-meta.tsx'
import { FactRow } from '../../shared/ui/page-parts.tsx'
import { TelephoneLink } from '../../shared/ui/telephone.tsx'
import { TextLink } from '../../shared/ui/text-link.tsx'
import { EmailLink } from '../../shared/ui/unavailable.tsx'

export const handle: PageHandle = { styles: ['prose', 'about'] }

export default function About() {
  const site = useSite()
  const years = describeYears(site.tradingSince)
  const { registration, vatNumber } = site.company
  const company = [
    // The sample company of site.config.ts appears in the footer alone.
    ...(registration.includes('(sample)') ? [] : [registration]),
    ...(vatNumber ? [`VAT number ${vatNumber}`] : []),
  ]
  return (
    <article className="wrap wrap-anywhere pt-12 pb-24 md:pt-20">
      <PageMeta
        title="About Us"
        path="/about"
        description={`${site.name} has traded in private plates since ${site.tradingSince}: our own stock, clear prices and ${years} of knowledge.`}
      />
      <div className="about-head grid items-end gap-8">
        <div>
          <h1 className="title">About {site.name}</h1>
          <p className="mt-6 max-w-reading font-serif text-2xl text-quiet leading-snug">
            We have bought and sold private plates since {site.tradingSince}. Every plate we sell is ours.
          </p>
        </div>
        <PlateFace
          registration={`${site.letters} ${site.tradingSince}`}
          decorative
          className="w-full max-w-88 lg:justify-self-end"
        />
      </div>

      <dl className="about-figures mt-12 grid border-line border-y md:grid-cols-3">
        {site.claims.map(({ figure, text }) => (
          <FactRow key={figure} term={figure}>
            {text}
          </FactRow>
        ))}
      </dl>

      <Part title="Our story">
        <div className="prose max-w-reading">
          <p>
            We began in {site.tradingSince}, and have spent {years} buying, selling and getting to know
            plates: what they say, where they came from, which vehicles they can go on, and what they ought to
            cost.
          </p>
          <p>
            We keep it simple. We buy plates we like, with our own money, and offer them at a price that
            everyone can see. We list only what we own, so you buy direct from us.
          </p>
        </div>
      </Part>

      <Part title="What we offer">
        <ul className="about-list grid gap-x-8 border-line border-b">
          <Item title="Plates for sale">
            More than £1 million of personal stock. See <TextLink to="/plates">all plates for sale</TextLink>.
          </Item>
          <Item title="Valuations">
            We’ll tell you, free and within 24-48 hours, what yours would sell for now and the most the market
            might pay. <TextLink to="/valuations">Ask us</TextLink>.
          </Item>
          <Item title="Help with the paperwork">
            Our <TextLink to="/info">guides</TextLink> explain certificates, log books and transfers in plain
            English.
          </Item>
          <Item title="Knowledge, with sources">
            <TextLink to="/plate-stories">Plate stories</TextLink> and an{' '}
            <TextLink to="/sales-explorer">explorer of past sales</TextLink>. Where a figure isn’t known, we
            say so.
          </Item>
        </ul>
      </Part>

      <Part title="Why people buy from us">
        <ul className="about-list grid gap-x-8 border-line border-b">
          <Item title="One price">{site.prices.statement} The price you see is the price you pay.</Item>
          <Item title="Guaranteed availability">
            We own every plate we advertise, so it’s there when you ask for it.
          </Item>
          <Item title="No middlemen">You buy directly from the source, with no broker commissions.</Item>
          <Item title="A smooth transfer">
            We stay with you until the plate is on your vehicle.{' '}
            <TextLink to="/info/buying-a-plate-from-us">How buying works</TextLink>.
          </Item>
          {site.reviews && (
            <Item title="Reviews">
              <a className="link" href={site.reviews.url} rel="noopener">
                {site.reviews.label}
              </a>
            </Item>
          )}
        </ul>
      </Part>

      <Part title="How to reach us">
        <dl className="about-list about-contact grid gap-x-8 border-line border-b">
          {site.telephone && (
            <FactRow term="Telephone">
              <TelephoneLink className="link" />
              <span className="block text-quiet">{site.telephone.hours}</span>
            </FactRow>
          )}
          <FactRow term="E-mail">
            <EmailLink />
            <span className="block text-quiet">7 days a week, 365 days a year</span>
          </FactRow>
          {site.social && (
            <FactRow term="Message">
              <a className="link" href={site.social.url} rel="noopener">
                {site.social.label}
              </a>
            </FactRow>
          )}
          <FactRow term="Registered office">
            <address className="not-italic">
              {site.company.address.map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
            </address>
          </FactRow>
          {company.length > 0 && (
            <div>
              <dt>Company</dt>
              {company.map((line) => (
                <dd key={line}>{line}</dd>
              ))}
            </div>
          )}
        </dl>
        <p className="mt-10 flex flex-wrap gap-3">
          <ButtonLink to="/plates">Browse Stock</ButtonLink>
          <QuietButtonLink to="/contact">Contact Us</QuietButtonLink>
        </p>
      </Part>
    </article>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="about-part mt-14 grid gap-6 lg:mt-24 lg:gap-8">
      <h2 className="heading">{title}</h2>
      <div>{children}</div>
    </section>
  )
}

function Item({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li>
      <h3 className="subheading">{title}</h3>
      <p className="mt-2 text-quiet">{children}</p>
    </li>
  )
}
