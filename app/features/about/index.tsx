import { Link } from 'react-router'
import { site } from '../../../site.config.ts'
import { PageMeta } from '../../shared/ui/page-meta.tsx'

export default function About() {
  return (
    <article className="wrap pt-12 pb-24 md:pt-20">
      <PageMeta
        title={`About Us | ${site.name}`}
        path="/about"
        description={`${site.name} has traded in private registrations since ${site.tradingSince}: our own stock, plain prices and 30 years of knowledge.`}
      />
      <h1 className="title">About {site.name}</h1>
      <p className="mt-6 max-w-reading font-serif text-2xl text-quiet leading-snug">
        We have bought and sold private registrations since {site.tradingSince}. Everything on our shelves is
        ours.
      </p>

      <div className="prose mt-12 max-w-reading">
        <h2>Our story</h2>
        <p>
          We began in {site.tradingSince}. That makes more than 30 years of buying, selling and getting to
          know registrations: what a mark says, where it came from, what it can go on, and what it ought to
          cost.
        </p>
        <p>
          The way we trade is simple. We buy registrations that we like, with our own money, and offer them at
          a price that anybody can read. We list only what we own. So you deal with the owner from your first
          question to the day the plate is yours.
        </p>

        <h2>What we offer</h2>
        <ul>
          <li>
            <strong>Plates for sale.</strong> More than £1 million of personal stock. See{' '}
            <Link prefetch="intent" to="/plates">
              all plates for sale
            </Link>
            .
          </li>
          <li>
            <strong>Valuations.</strong> Free of charge: a price at which you could sell your registration
            now, and the most that the market might pay, with a report within 24-48 hours.{' '}
            <Link prefetch="intent" to="/valuations">
              Ask for one
            </Link>
            .
          </li>
          <li>
            <strong>Help with the paperwork.</strong> Certificates, log books and transfers have their own
            language. We speak it, and our{' '}
            <Link prefetch="intent" to="/info">
              guides
            </Link>{' '}
            set it out in plain English.
          </li>
          <li>
            <strong>Knowledge, with its sources.</strong>{' '}
            <Link prefetch="intent" to="/plate-stories">
              Plate stories
            </Link>{' '}
            and an{' '}
            <Link prefetch="intent" to="/sales-explorer">
              explorer of past sales
            </Link>
            . Where a figure is not known, we say so.
          </li>
        </ul>

        <h2>Why people deal with us</h2>
        <ul>
          <li>
            <strong>One price.</strong> {site.priceStatement} What you read is what you pay.
          </li>
          <li>
            <strong>Certain availability.</strong> Each plate is owned by us directly, so it is there when you
            ask for it.
          </li>
          <li>
            <strong>Nobody in between.</strong> No middlemen, no broker commissions: you buy directly from the
            source.
          </li>
          <li>
            <strong>A smooth transfer.</strong> We see the number through to your vehicle.
          </li>
          <li>
            <strong>Always there.</strong> You can reach us 7 days a week, 365 days a year.
          </li>
        </ul>
      </div>

      <p className="mt-12 flex flex-wrap gap-3">
        <Link prefetch="intent" to="/plates" className="button">
          Browse Stock
        </Link>
        <Link prefetch="intent" to="/contact" className="button button-quiet">
          Contact Us
        </Link>
      </p>
    </article>
  )
}
