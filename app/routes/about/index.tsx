import { Link } from 'react-router'
import { site } from '../../../site.config.ts'
import { PageMeta } from '../../ui/page-meta.tsx'

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
          When we began, plates were sold through small advertisements, and a price was whatever the telephone
          said that day. Much has changed in 30 years: the sales moved into auction rooms, then onto screens.
          What we do has not. We buy registrations that we like, put our own money into them, and sell them at
          a price that anybody can read.
        </p>
        <p>
          That is rarer than it sounds. A good part of the plates you see advertised belong to somebody else,
          and whoever advertises them has yet to ask whether they can still be had. We list only what we own.
        </p>

        <h2>What we offer</h2>
        <ul>
          <li>
            <strong>Plates for sale.</strong> More than £1 million of personal stock, from dateless marks of
            two characters to names and words.
          </li>
          <li>
            <strong>Valuations.</strong> Free of charge: what we would pay for your registration now, and what
            the market might pay in the end, with a report within 24-48 hours.
          </li>
          <li>
            <strong>Knowledge.</strong> Guides, stories and an explorer of past sales, with the source of each
            figure.
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
            <strong>Nobody in between.</strong> No middlemen, no broker commissions.
          </li>
          <li>
            <strong>Always there.</strong> You can reach us 7 days a week, 365 days a year.
          </li>
        </ul>
      </div>

      <p className="mt-12 flex flex-wrap gap-3">
        <Link to="/plates" className="button">
          Browse Stock
        </Link>
        <Link to="/contact" className="button button-quiet">
          Contact Us
        </Link>
      </p>
    </article>
  )
}
