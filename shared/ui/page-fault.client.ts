import { PAGE_FAULT_PATH, type PageFault } from '../text/page-fault.ts'

let isHandled = false

/**
 * Reports that a page failed. A page that is kept is as without script from here on: what is shown is of the document, and
 * the browser follows links and sends forms.
 */
export function handlePageFault(error: unknown, page: string, isKept: boolean): void {
  // React renders a failed page more than once.
  if (isHandled) return
  isHandled = true
  const file = /\/assets\/([\w.-]+)/.exec((error instanceof Error && error.stack) || '')?.[1] ?? 'unknown'
  const fault: PageFault = { page, file, message: String(error) }
  navigator.sendBeacon(PAGE_FAULT_PATH, new URLSearchParams({ ...fault }))
  if (!isKept) return
  console.error(error)
  delete document.documentElement.dataset.script
  document.querySelector('main')?.prepend(lineAbout())
  for (const type of ['click', 'input', 'change', 'submit'])
    addEventListener(type, (event) => event.stopPropagation(), true)
  const { pathname, search } = location
  addEventListener('popstate', () => {
    if (location.pathname !== pathname || location.search !== search) location.reload()
  })
}

function lineAbout() {
  const line = Object.assign(document.createElement('p'), { className: 'page-band', role: 'status' })
  const again = Object.assign(document.createElement('a'), {
    className: 'link',
    href: '',
    textContent: 'Load it again',
  })
  line.append('Some controls on this page do not respond. ', again)
  return line
}
