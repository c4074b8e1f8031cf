import { Suspense } from 'react'
import { Await } from 'react-router'
import { parseRegistration } from '#shared/registration/registration.ts'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { TitledSection } from '#shared/ui/titled-section.tsx'
import { enquiryPath, registrationPath, wishPath } from '#shared/urls.ts'
import { ButtonLink } from '../../shared/ui/button-link.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { FactRow } from '../../shared/ui/page-parts.tsx'
import { TextLink } from '../../shared/ui/text-link.tsx'
import { EmailLink } from '../../shared/ui/unavailable.tsx'
import { WhereElse } from '../../shared/ui/where-else.tsx'
import { PlateRow } from './plate-card.tsx'
import type { Unlisted } from './unlisted-registration.ts'

interface PlateNotFoundProps {
  registration: string
  hasFailed: boolean
  /** Null if nothing can be known. */
  unlisted: Unlisted | null | Promise<Unlisted | null>
}

export function PlateNotFound({ registration, hasFailed, unlisted }: PlateNotFoundProps) {
  const parsed = parseRegistration(registration)
  return (
    <Page
      title="Plate Not Found"
      path="/plates"
      noindex
      lead="The plate you're looking for is not available."
    >
      {hasFailed && (
        <p role="alert" className="mt-4 max-w-[34rem]">
          We can’t check our plates just now, so it may well be for sale. Please try again in a minute,{' '}
          <TextLink to={enquiryPath(registration)}>ask us about it</TextLink>, or write to <EmailLink />.
        </p>
      )}
      {hasFailed && parsed.ok && (
        <p className="mt-4">
          <TextLink to={registrationPath(parsed.registration.text)}>
            See what we know about {parsed.registration.text}
          </TextLink>
        </p>
      )}
      <p className="mt-8">
        <ButtonLink to="/plates">Back to Plates</ButtonLink>
      </p>
      <Suspense>
        <Await resolve={unlisted}>{(unlisted) => unlisted && <WhatIsKnown {...unlisted} />}</Await>
      </Suspense>
      <div className="mt-16 grid justify-items-start border-line border-t">
        <WhereElse meant={[]} />
      </div>
    </Page>
  )
}

function WhatIsKnown({ registration, facts, isRecorded, isTransferable, similar }: Unlisted) {
  return (
    <>
      <TitledSection
        id="known"
        title={`What we know about ${registration}`}
        className="mt-16 border-line border-t pt-8"
      >
        <div className="mt-8 grid gap-x-12 gap-y-8 lg:grid-cols-12">
          <div className="lg:col-span-5">
            <PlateFace registration={registration} decorative className="block w-full max-w-[32rem]" />
          </div>
          <div className="lg:col-span-7">
            <dl className="facts">
              {facts.map(([term, text]) => (
                <FactRow key={term} term={term}>
                  {text}
                </FactRow>
              ))}
            </dl>
            <p className="mt-6 flex flex-wrap gap-x-8 gap-y-3">
              <TextLink to={registrationPath(registration)}>
                {isRecorded
                  ? `See its sales and what ${registration} might fetch today`
                  : `See what ${registration} might fetch at auction`}
              </TextLink>
              {isTransferable && <TextLink to={wishPath(registration, 'find')}>Ask us to find it</TextLink>}
            </p>
          </div>
        </div>
      </TitledSection>
      {similar.length > 0 && (
        <TitledSection
          id="similar"
          title="Similar plates for sale"
          className="mt-16 border-line border-t pt-8"
        >
          <PlateRow plates={similar} className="mt-8" isSavable={false} />
        </TitledSection>
      )}
    </>
  )
}
