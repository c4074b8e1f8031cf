import { Fragment, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { SubmitButton } from './desk-form.tsx'
import { pagesFor } from './navigation.tsx'
import { usePerson } from './use-root.ts'

const SEQUENCE_MS = 1_500

/** Keyboard shortcuts of the desk, listed on `?`. Single letters do nothing while a field has the focus. */
export function Shortcuts() {
  const navigate = useNavigate()
  const role = usePerson()?.role
  const list = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    let goSince = Number.NEGATIVE_INFINITY
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target))
        return
      const isAfterGo = event.timeStamp - goSince < SEQUENCE_MS
      const page = isAfterGo ? pagesFor(role).find(({ key }) => key === event.key) : undefined
      goSince = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
      if (page) navigate(page.path)
      else if (event.key === '?') list.current?.showModal()
      else if (event.key === '/') document.querySelector<HTMLElement>('[data-shortcut="search"]')?.focus()
      else if (event.key === 'j' || event.key === 'k') moveAlongRows(event.key === 'j' ? 1 : -1)
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [navigate, role])
  const goTo = pagesFor(role).flatMap(({ key, label }) => (key ? [[['g', key], label] as const] : []))
  return (
    <dialog ref={list} className="desk-dialog desk-panel" aria-labelledby="shortcuts-title">
      <h2 id="shortcuts-title" className="desk-subtitle">
        Shortcuts
      </h2>
      <dl className="mt-3 mb-5">
        {[...goTo, ...OTHERS].map(([keys, label]) => (
          <div key={label} className="grid grid-cols-[6rem_1fr] border-line border-b py-1.5">
            <dt>
              {keys.map((key) => (
                <Fragment key={key}>
                  <kbd className="rounded-sm border border-line px-1.5 py-px font-[inherit] text-note">
                    {key}
                  </kbd>{' '}
                </Fragment>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <SubmitButton>Close</SubmitButton>
      </form>
    </dialog>
  )
}

const OTHERS = [
  [['/'], 'Search on this page'],
  [['j'], 'Next row'],
  [['k'], 'Previous row'],
  [['Enter'], 'Open the row'],
  [['?'], 'This list'],
] as const

/** Rows are links with `data-row`. */
function moveAlongRows(step: 1 | -1) {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.findIndex((row) => row.matches(':focus'))
  const first = step === 1 ? 0 : rows.length - 1
  rows[at === -1 ? first : at + step]?.focus()
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input:not([type=checkbox]), textarea, select, [contenteditable], dialog') !== null
