import { useState } from 'react'
import { describeLondon, parseLondon } from '#services/london-time.ts'
import { SubmitButton } from '../../ui/desk-form.tsx'
import { TextField } from '../../ui/field.tsx'
import { Section } from '../../ui/page.tsx'
import type { LoadedArticle } from './read-page.server.ts'

interface PublicationProps {
  article: LoadedArticle['article']
  today: string
  isBusy: boolean
  /** Without script, in a form that was refused. */
  typed: { day: string; time: string } | undefined
  /** The error of the day and time. */
  fault: string | undefined
}

/** The publication state, with the buttons to change it. */
export function Publication({ article, today, isBusy, typed, fault }: PublicationProps) {
  const [day, setDay] = useState(typed?.day ?? '')
  const [time, setTime] = useState(typed?.time ?? '09:00')
  const moment = parseLondon(day, time)
  return (
    <Section id="publication-title" title="Publication" className="grid justify-items-start gap-3 pb-4">
      <p>{article.statusText}</p>
      {article.isOnSite && (
        <p>
          <a href={article.path} className="link">
            Read it on the site
          </a>
        </p>
      )}
      <SubmitButton name="intent" value="publish" data-main disabled={isBusy}>
        {article.isPublic ? 'Publish the changes' : 'Publish now'}
      </SubmitButton>
      <details
        open={fault !== undefined || Boolean(typed?.day) || undefined}
        className="w-full open:*:not-[summary]:mb-3"
      >
        <summary className="min-h-10 cursor-pointer content-center">Publish later</summary>
        <div className="stock-field-pair">
          <TextField
            label="Day"
            name="publishDay"
            type="date"
            min={today}
            value={day}
            error={fault}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
          <TextField
            label="Time in London"
            name="publishTime"
            type="time"
            value={time}
            onChange={(event) => setTime(event.currentTarget.value)}
          />
        </div>
        <p role="status" className="remark">
          {moment && `That is ${weekday(moment.at)} ${describeLondon(moment.at)}. ${moment.note ?? ''}`}
        </p>
        <SubmitButton name="intent" value="schedule" disabled={isBusy}>
          Schedule
        </SubmitButton>
      </details>
    </Section>
  )
}

const weekday = (at: Date) => at.toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'Europe/London' })
