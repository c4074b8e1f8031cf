import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SiteProvider } from '#shared/ui/use-site.tsx'
import { type Site, site } from '#site.config.ts'
import { CallButton, TelephoneLink } from './telephone.tsx'

const telephone = { number: '020 7946 0000', hours: 'every day, 9am to 7pm', link: 'tel:+442079460000' }

const render = (Component: typeof CallButton, className: string, shown: Site['telephone']) =>
  renderToStaticMarkup(
    createElement(
      SiteProvider,
      { value: { ...site, telephone: shown } },
      createElement(Component, { className }),
    ),
  )

test('a telephone number is a link that calls it, as text and as an icon with the hours', () => {
  expect(render(TelephoneLink, 'link', telephone)).toBe(
    '<a href="tel:+442079460000" class="link">020 7946 0000</a>',
  )
  const icon = render(CallButton, 'icon-button', telephone)
  expect(icon).toContain('href="tel:+442079460000"')
  expect(icon).toContain('<span class="sr-only">Call 020 7946 0000</span>')
  expect(icon).toContain('data-tooltip="020 7946 0000, every day, 9am to 7pm"')
})

test('without a telephone number there is neither text nor icon', () => {
  for (const Component of [TelephoneLink, CallButton]) expect(render(Component, 'link', null)).toBe('')
})
