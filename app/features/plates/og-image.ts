import { findPlate } from '#shared/plates/find-plates.ts'
import { isRegistrationReadable } from '#shared/sales/sale-records.ts'
import { type SiteContext, siteContext } from '../../context.ts'
import { plateOgImage } from '../../shared/og-image/og-image.server.ts'
import { pngResponse } from '../../shared/og-image/png-response.ts'
import { readSalesOf } from '../sales/data/registration-sales.ts'
import { sourcesOf } from '../sales/data/sales-sources.ts'
import type { Route } from './+types/og-image'

export async function loader({ context, params }: Route.LoaderArgs) {
  const registration = params.file.replace(/\.png$/, '')
  // Only for registrations in stock or on record, because pages of others are not indexed.
  if (registration === params.file || !(await isKnown(registration, context.get(siteContext))))
    return new Response('There is no such picture.\n', { status: 404 })
  return pngResponse(await plateOgImage(registration))
}

async function isKnown(registration: string, site: SiteContext): Promise<boolean> {
  if (await findPlate(site.client, registration)) return true
  return (
    isRegistrationReadable(registration) &&
    (await readSalesOf([registration], sourcesOf(site))).records.length > 0
  )
}
