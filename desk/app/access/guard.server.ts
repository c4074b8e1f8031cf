import { data, type MiddlewareFunction, redirect } from 'react-router'
import { type DeskContext, deskContext } from '../context.ts'
import { ownPath, pathInDesk, withReturn } from './own-path.ts'
import { accessTo, NEXT_STEP, saysWhatIsMissing } from './route-access.ts'
import { GIVEN_BACK, type TypedField, typedFields } from './typed-fields.ts'

/** For forms that scripts send. */
const TOKEN_HEADER = 'X-Desk-Csrf'

/** The response data of a refused form. */
export interface Refused {
  reason: 'signed-out' | 'old-form'
  typed: TypedField[]
  /** The page of the form, relative to /desk. */
  page: string
}

/**
 * Runs before every route of the desk, for documents and `.data` requests alike. It checks the pattern of the matched
 * route rather than the address, so that no spelling of an address bypasses it.
 */
export const guard: MiddlewareFunction<Response> = async ({ request, context, url, pattern }) => {
  const desk = context.get(deskContext)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const form = isRead ? null : await readForm(request)
  const page = ownPath(isRead ? pathInDesk(url) : (pageOf(request) ?? pathInDesk(url)))
  const access = accessTo(pattern)
  if (access !== 'open' && !desk.signedIn) {
    const isScript = new URL(request.url).pathname.endsWith('.data')
    const echoOnRefusal = !isRead && (!isScript || form?.has(GIVEN_BACK) === true)
    if (!echoOnRefusal) throw redirect(`/desk${withReturn('/sign-in', page)}`)
    throw refuseForm(form, 401, 'signed-out', page)
  }
  const step = nextStep(desk)
  if (step && (access === 'people' || access === 'owners')) throw redirect(`/desk${withReturn(step, page)}`)
  if (access === 'owners' && desk.person?.role !== 'owner') throw data(null, 403)
  if (isRead) return
  if (!hasToken(request, form, desk)) throw refuseForm(form, 403, 'old-form', page)
  if (form === null && !saysWhatIsMissing(pattern)) throw data(null, 400)
}

function nextStep({ signedIn }: DeskContext): string | null {
  return signedIn && signedIn.stage !== 'full' ? NEXT_STEP[signedIn.stage] : null
}

/** The page that contains the form: some forms are sent to an address that is not a page. */
function pageOf({ headers, url }: Request): string | null {
  const referrer = headers.get('Referer')
  if (!referrer || !URL.canParse(referrer)) return null
  const page = new URL(referrer)
  return page.host === new URL(url).host && /^\/desk(?:\/|$)/.test(page.pathname) ? pathInDesk(page) : null
}

function hasToken(request: Request, form: FormData | null, { isFormToken }: DeskContext): boolean {
  const given = request.headers.get(TOKEN_HEADER) ?? form?.get('csrf')
  return typeof given === 'string' && isFormToken(given)
}

function refuseForm(form: FormData | null, status: 401 | 403, reason: Refused['reason'], page: string) {
  return data<Refused>({ reason, page, typed: form ? typedFields(form) : [] }, status)
}

/** Reads a copy of the body, because the action reads it again. Null if it is not a form. */
async function readForm(request: Request): Promise<FormData | null> {
  try {
    return await request.clone().formData()
  } catch {
    return null
  }
}
