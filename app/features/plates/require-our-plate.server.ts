import { redirect } from 'react-router'
import { withFallback } from '#shared/data/with-fallback.ts'
import { findPlate } from '#shared/plates/find-plates.ts'
import { platePath } from '#shared/urls.ts'
import type { SiteContext } from '../../context.ts'

/**
 * Guards the pages for print. They need only the registration, so a failed read does not prevent printing.
 * @throws Response to the page of a plate that is not ours
 */
export async function requireOurPlate(
  registration: string,
  { client, logError }: Pick<SiteContext, 'client' | 'logError'>,
): Promise<void> {
  const found = findPlate(client, registration).then((plate) => plate !== null)
  if (!(await withFallback(found, true, 'Error fetching plate', logError)))
    throw redirect(platePath(registration))
}
